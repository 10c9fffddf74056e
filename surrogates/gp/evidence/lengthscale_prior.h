// Prior of lengthscales that grow with the dimension, for maximum a posteriori fits in high dimensions.
#pragma once

#include <cmath>
#include <limits>

namespace bora::surrogates {

/// Prior log l ~ N(location + log(d) / 2, scale^2) of the lengthscales l in the unit cube of d dimensions,
/// whose diameter is sqrt(d). With few observations in many dimensions, the evidence alone is often largest
/// at lengthscales so short that all observations are nearly uncorrelated. Location and scale are those of
/// Hvarfner, Hellsten and Nardi 2024, "Vanilla Bayesian optimization performs great in high dimensions".
struct LengthscalePrior {
  double location = std::sqrt(2.0);
  double scale = std::sqrt(3.0);

  /// Returns a flat prior, which gives maximum likelihood.
  static LengthscalePrior none() { return {0, std::numeric_limits<double>::infinity()}; }

  /// Returns the log density of log l up to a constant; slope() returns its derivative w.r.t. log l.
  double value(double log_lengthscale, int d) const {
    const double z = (log_lengthscale - location - 0.5 * std::log(d)) / scale;
    return -0.5 * z * z;
  }
  double slope(double log_lengthscale, int d) const {
    return -(log_lengthscale - location - 0.5 * std::log(d)) / (scale * scale);
  }
};

}  // namespace bora::surrogates
