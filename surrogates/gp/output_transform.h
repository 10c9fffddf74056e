// Monotone transforms that bring targets nearer to a normal distribution.
#pragma once

#include <limits>

#include <Eigen/Core>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

/// Transform that brings targets far below all others, such as that of a training that diverged, nearer to
/// them. Let s be the largest target less the lower third of the first ones, which is m. Where a target lies
/// more than 50 s below m, each that lies u s below a fence, m - 5 s, is raised to u / (1 + u) s below the
/// fence. All others stay as they are.
class LowerTail {
 public:
  /// Least number of first targets that of() should use: six points, which small spaces begin with, show
  /// no spread where two of them diverge.
  static constexpr int kFewest = 10;
  /// y: n >= 1, finite, in the order in which they were observed. first: the number of first ones, spread
  /// over the space, >= 1; later ones crowd around the maximum and show no spread.
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

/// Transform of Yeo and Johnson (2000) for standardised targets: power lambda of 1 + y above 0, and 2 -
/// lambda of 1 - y below; lambda = 1 changes nothing. It is monotone, so the order and the incumbent stay; a
/// few values far below all others no longer hide the differences among the rest.
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
