// Colours and dashes of the lines of a chart.
#pragma once

#include <cstddef>

#include "common/layers.h"

namespace bora::report {

/// Returns the number, in 0-7, of the line colour that the attack at `place` has. line_dash() does so for the
/// dashes: the first 64 pairs are distinct.
inline std::size_t line_colour(std::size_t place) {
  return place % 8;
}
inline std::size_t line_dash(std::size_t place) {
  return (place + 3 * (place / 8)) % 8;
}

}  // namespace bora::report
