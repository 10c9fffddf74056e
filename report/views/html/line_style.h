// Colours and dashes of the lines of a chart.
#pragma once

#include <cstddef>

#include "common/layers.h"

namespace bora::report {

/// Returns the number, 0 to 7, of the colour that the attack at `place` has in charts.
inline std::size_t line_colour(std::size_t place) {
  return place % 8;
}
/// Returns the number of the dash pattern, 0 to 7, that it has. The first 64 pairs of colour and dash are
/// distinct.
inline std::size_t line_dash(std::size_t place) {
  return (place + 3 * (place / 8)) % 8;
}

}  // namespace bora::report
