// Monotone transforms that make the distribution of targets more normal.
#pragma once

#include <limits>

#include <Eigen/Core>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

/// Transform that raises targets far below all others, such as the value of a training that diverged. Let m
/// be the 1/3 quantile of the first targets, and s the largest target minus m. If any target is more than 50
/// s below m, each target at distance u s below the fence m - 5 s is raised to distance u s / (1 + u) below
/// it. All other targets are unchanged.
class LowerTail {
 public:
  /// Recommended minimum number of first targets for of(). With six, the initial points of small spaces, the
  /// 1/3 quantile would be a diverged value if two of them diverge.
  static constexpr int kFewest = 10;
  /// Makes the transform of y: n >= 1, finite, in the order of observation. first: number of first targets,
  /// >= 1, whose points are spread over the space. Later points gather around the maximum, so their targets
  /// do not show the spread of the function.
  static LowerTail of(const Eigen::VectorXd& y, int first);
  /// Makes the transform of y that uses `spread` (m >= 1 values, finite) instead of the first targets.
  static LowerTail of(const Eigen::VectorXd& y, Eigen::VectorXd spread);
  /// Makes the transform that changes nothing.
  LowerTail() = default;

  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// Returns the y that apply() maps to t; infinite if t is below its range.
  double inverse(double t) const;

 private:
  double fence_ = -std::numeric_limits<double>::infinity(), scale_ = 1;
};

/// Standardisation followed by the transform of Yeo and Johnson (2000): ((1 + y)^lambda - 1) / lambda for y
/// >= 0, and -((1 - y)^(2 - lambda) - 1) / (2 - lambda) for y < 0; lambda = 1 changes nothing. It is
/// monotone, so order and incumbent are unchanged, but a few values far below all others no longer hide the
/// differences among the rest.
class YeoJohnson {
 public:
  /// Makes the transform with the lambda in [-1, 3] that has the largest likelihood under a normal
  /// distribution of the transformed targets. y: n >= 1, finite. lambda is 1 if there are fewer than 3
  /// targets or all are equal.
  static YeoJohnson of(const Eigen::VectorXd& y);
  /// Makes the transform that only standardises: lambda is 1.
  static YeoJohnson standardising(const Eigen::VectorXd& y);

  double lambda() const { return lambda_; }
  /// Returns the transformed values. Unless lambda is 1, they do not have mean 0 and variance 1.
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// Returns the y that apply() maps to t; infinite if t is beyond its range.
  double inverse(double t) const;

 private:
  Standardisation standardisation_;
  double lambda_ = 1;
};

}  // namespace bora::surrogates
