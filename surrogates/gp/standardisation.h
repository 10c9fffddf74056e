// Standardisation of targets.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Returns whether a spread of values (their standard deviation, or a difference) is more than the effect of
/// rounding: more than 1e-13 of their largest absolute value `largest`, and more than the least normal number
/// 2.2e-308. Values of a smaller spread count as equal.
bool exceeds_rounding(double spread, double largest);

/// Standardisation y -> (y - mean) / deviation, so that targets have mean 0 and variance 1.
struct Standardisation {
  double mean = 0;
  double deviation = 1;
  /// Differences from the mean of at most this size are rounding errors of equal values, and become 0.
  double rounding = 0;

  /// Returns the standardisation by the mean and the (population) standard deviation of y (n >= 1, finite).
  /// If y is constant up to rounding errors (exceeds_rounding()), deviation is 1 and apply(y) is 0. The unit
  /// of y does not matter: sums of squares neither overflow nor underflow.
  static Standardisation of(const Eigen::VectorXd& y);
  double apply(double y) const;
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const {
    return y.unaryExpr([this](double value) { return apply(value); });
  }
};

}  // namespace bora::surrogates
