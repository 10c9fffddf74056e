// Maximum likelihood for a Gaussian process with an isotropic kernel, whose mean is a constant plus a
// multiple of a given function.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Parameters of y ~ N(constant 1 + weight p, s^2 (R(l) + ratio I)), where p are the values of the trend.
struct TrendFit {
  double constant = 0;
  double weight = 0;  ///< weight by which the trend p is multiplied, >= 0
  double log_lengthscale = 0;
  double signal_variance = 1;  ///< s^2
  double noise_variance = 0;   ///< ratio * s^2
  double log_evidence = 0;
};

/// Computes the evidence, maximised jointly over constant, weight and s^2, given l and noise_ratio, the ratio
/// of noise to signal. Constant and weight are found by generalised least squares (Rasmussen and Williams
/// 2006, section 2.7, in the limit of a vague prior on them), s^2 as in profile_evidence.h. A negative weight
/// is replaced by 0. weight: if given, the weight is fixed to it. y, trend: n; other arguments as in
/// profile_evidence(). Returns none if the covariance is not positive definite.
std::optional<TrendFit> trend_evidence(RadialFamily family,
                                       const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                       const Eigen::VectorXd& y, const Eigen::VectorXd& trend,
                                       std::optional<double> weight, double log_lengthscale,
                                       double noise_ratio, Eigen::MatrixXd& workspace);

/// Returns the best fit that a local search from `start` over log lengthscales within [lower, upper] finds;
/// none if every covariance matrix tried was indefinite.
std::optional<TrendFit> fit_trend(RadialFamily family,
                                  const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                  const Eigen::VectorXd& y, const Eigen::VectorXd& trend,
                                  std::optional<double> weight, double start, double lower, double upper,
                                  double noise_ratio, Eigen::MatrixXd& workspace);

}  // namespace bora::surrogates
