// Standardisation of targets.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Returns the standard deviation of values, or 1 if it is no larger than rounding errors of values of this
/// size, so that equal values stay equal. largest: largest absolute value.
inline double deviation_or_one(double deviation, double largest) {
  constexpr double kRounding = 1e-13, kSmallest = 1e-200;
  return deviation > kRounding * (kSmallest + largest) ? deviation : 1;
}

/// Standardisation y -> (y - mean) / deviation, so that targets have mean 0 and variance 1.
struct Standardisation {
  double mean = 0;
  double deviation = 1;

  /// Returns the standardisation by the mean and the (population) standard deviation of y (n >= 1). If y is
  /// constant, up to rounding errors, deviation is 1.
  static Standardisation of(const Eigen::VectorXd& y);
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const { return (y.array() - mean) / deviation; }
};

}  // namespace bora::surrogates
