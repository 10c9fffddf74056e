// Monotone transforms that bring targets nearer to a normal distribution.
#pragma once

#include <limits>

#include <Eigen/Core>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

/// Brings targets that lie far below all others, as of a training that diverged, nearer to them. Let s be the
/// largest target less the lower third of the first ones, which is m. Where a target lies more than 50 s
/// below m, each that lies u s below a fence, m - 5 s, is raised to u / (1 + u) s below the fence. All others
/// stay as they are.
class LowerTail {
 public:
  /// y: n >= 1, finite, in the order in which they were observed. first: the number of first ones, spread
  /// over the space, >= 1; later ones crowd around the maximum and show no spread.
  static LowerTail of(const Eigen::VectorXd& y, int first);
  /// The one that changes nothing.
  LowerTail() = default;

  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// The y that apply() takes to t; infinite where t is below all that it reaches.
  double inverse(double t) const;

 private:
  double fence_ = -std::numeric_limits<double>::infinity(), scale_ = 1;
};

/// Yeo and Johnson 2000, of standardised targets: a power lambda of 1 + y above 0 and 2 - lambda of 1 - y
/// below; lambda = 1 changes nothing. What is monotone leaves every order, and so every incumbent, as it is;
/// a few values that are far below all others no longer hide the differences among the rest.
class YeoJohnson {
 public:
  /// lambda of largest likelihood in [-1, 3] under a normal distribution of the transformed targets. y: n >=
  /// 1, finite; of fewer than 3 or of constant ones lambda is 1.
  static YeoJohnson of(const Eigen::VectorXd& y);
  /// The one that standardises and nothing else: lambda is 1.
  static YeoJohnson standardising(const Eigen::VectorXd& y);

  double lambda() const { return lambda_; }
  /// Returns the transformed values, on a scale of their own.
  Eigen::VectorXd apply(const Eigen::VectorXd& y) const;
  /// The y that apply() takes to t; infinite where t is beyond all that it reaches.
  double inverse(double t) const;

 private:
  Standardisation standardisation_;
  double lambda_ = 1;
};

}  // namespace bora::surrogates
