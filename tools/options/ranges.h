// Checks of numbers whose range is open, for Setting::check().
#pragma once

#include <cmath>

#include "common/error.h"
#include "common/layers.h"

namespace bora::tools {

/// Throws InputError unless `value` is finite and above 0.
inline void check_positive(double value) {
  if (!(value > 0 && std::isfinite(value))) throw InputError("got {}, expected a number above 0", value);
}

/// Throws InputError unless `value` is finite and at least 0.
inline void check_not_negative(double value) {
  if (!(value >= 0 && std::isfinite(value)))
    throw InputError("got {}, expected a number of at least 0", value);
}

/// Throws InputError unless `value` is in [0, 1).
inline void check_part(double value) {
  if (!(value >= 0 && value < 1))
    throw InputError("got {}, expected a share of at least 0 and below 1", value);
}

/// Throws InputError unless `value` is in (0, 1).
inline void check_proper_part(double value) {
  if (!(value > 0 && value < 1)) throw InputError("got {}, expected a share above 0 and below 1", value);
}

}  // namespace bora::tools
