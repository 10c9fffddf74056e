#include "surrogates/gp/evidence/prior.h"

#include <cmath>
#include <numbers>

#include "common/error.h"

namespace bora::surrogates {

LogNormalPrior::LogNormalPrior(double location, double scale) : location_(location), scale_(scale) {
  if (!std::isfinite(location) || !(scale > 0) || !std::isfinite(scale))
    throw InputError("log-normal prior: location {}, scale {}, expected finite and scale > 0", location,
                     scale);
}

double LogNormalPrior::log_density(double log_value) const {
  const double z = (log_value - location_) / scale_;
  return -0.5 * z * z - log_value - std::log(scale_) - 0.5 * std::log(2 * std::numbers::pi);
}

double LogNormalPrior::slope(double log_value) const {
  return -(log_value - location_) / (scale_ * scale_) - 1;
}

}  // namespace bora::surrogates
