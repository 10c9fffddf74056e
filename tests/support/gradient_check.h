// Comparison of an analytic gradient with finite differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <Eigen/Core>

namespace bora::surrogates {

struct GradientCheck {
  Eigen::VectorXd numeric;  ///< central differences with Richardson's extrapolation, error O(step^4)
  double worst = 0;         ///< largest of the errors |analytic - numeric| / max(1, |numeric|)
  Eigen::Index where = 0;   ///< coordinate that has the largest error
};

/// Compares the gradient. value: f; x: the point; analytic: gradient at x to check; step: absolute, in each
/// coordinate.
inline GradientCheck check_gradient(const std::function<double(const Eigen::VectorXd&)>& value,
                                    const Eigen::VectorXd& x, const Eigen::VectorXd& analytic,
                                    double step = 1e-3) {
  GradientCheck check;
  check.numeric.resize(x.size());
  if (analytic.size() != x.size()) {
    check.worst = std::numeric_limits<double>::infinity();
    return check;
  }
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const auto difference = [&](double h) {
      Eigen::VectorXd forward = x;
      Eigen::VectorXd backward = x;
      forward[j] += h;
      backward[j] -= h;
      return (value(forward) - value(backward)) / (2 * h);
    };
    check.numeric[j] = (4 * difference(step / 2) - difference(step)) / 3;
    const double error = std::abs(analytic[j] - check.numeric[j]) / std::max(1.0, std::abs(check.numeric[j]));
    // Written so that a NaN counts as the worst.
    if (!(error <= check.worst)) {
      check.worst = error;
      check.where = j;
    }
  }
  return check;
}

}  // namespace bora::surrogates
