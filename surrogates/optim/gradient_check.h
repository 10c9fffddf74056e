// Comparison of an analytic gradient with finite differences.
#pragma once

#include <functional>

#include <Eigen/Core>

namespace bora::surrogates {

struct GradientCheck {
  Eigen::VectorXd numeric;  ///< central differences with Richardson's extrapolation, error O(step^4)
  double worst = 0;         ///< largest of the errors |analytic - numeric| / max(1, |numeric|)
  Eigen::Index where = 0;   ///< coordinate that has the largest error
};

/// Compares the gradient. value: f; x: the point; analytic: gradient at x to check; step: absolute, in each
/// coordinate.
GradientCheck check_gradient(const std::function<double(const Eigen::VectorXd&)>& value,
                             const Eigen::VectorXd& x, const Eigen::VectorXd& analytic, double step = 1e-3);

}  // namespace bora::surrogates
