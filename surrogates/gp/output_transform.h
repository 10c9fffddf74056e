// Monotone transforms that bring targets nearer to a normal distribution.
#pragma once

#include <limits>

#include <Eigen/Core>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

/// Transform that raises targets far below all others, such as that of a diverged training. Let m be the 1/3
/// quantile of the first targets, and s the largest target minus m. If any target is more than 50 s below m,
/// each target that is u s below the fence m - 5 s is raised to u / (1 + u) s below the fence. All other
/// targets are unchanged.
class LowerTail {
 public:
  /// Minimum number of first targets for of(). With six, which small spaces begin with, no spread is visible
  /// if two of them diverge.
  static constexpr int kFewest = 10;
  /// Makes the transform of y: n >= 1, finite, in the order of observation. first: number of first targets,
  /// whose points are spread over the space, >= 1. Later points gather around the maximum, so their targets
  /// show no spread.
  static LowerTail of(const Eigen::VectorXd& y, int first);
  /// Makes the transform of y that uses `spread` instead of the first targets: m values, m >= 1, finite.
  static LowerTail of(const Eigen::VectorXd& y, Eigen::VectorXd spread);
  /// Makes the transform that changes nothing.
  LowerTail() = default;

  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// Returns the y that apply() maps to t; infinite if t is below its range.
  double inverse(double t) const;

 private:
  double fence_ = -std::numeric_limits<double>::infinity(), scale_ = 1;
};

/// Transform of Yeo and Johnson (2000) for standardised targets: power lambda of 1 + y above 0, and power 2 -
/// lambda of 1 - y below; lambda = 1 changes nothing. It is monotone, so order and incumbent are unchanged,
/// but a few values far below all others no longer hide the differences among the rest.
class YeoJohnson {
 public:
  /// Chooses the lambda in [-1, 3] of largest likelihood under a normal distribution of the transformed
  /// targets. y: n >= 1, finite; lambda is 1 for fewer than 3 or equal targets.
  static YeoJohnson of(const Eigen::VectorXd& y);
  /// Makes the transform that only standardises: lambda is 1.
  static YeoJohnson standardising(const Eigen::VectorXd& y);

  double lambda() const { return lambda_; }
  /// Returns the transformed values, on a scale of their own.
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// Returns the y that apply() maps to t; infinite if t is beyond its range.
  double inverse(double t) const;

 private:
  Standardisation standardisation_;
  double lambda_ = 1;
};

}  // namespace bora::surrogates
