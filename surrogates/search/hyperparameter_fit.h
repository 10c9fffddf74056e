// Fits of BoxOptimiser's hyper-parameters.
#pragma once

#include <cstdint>
#include <memory>

#include <Eigen/Core>

#include "surrogates/gp/evidence/profile_evidence.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/gp/stationary_posterior.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/search/box_optimiser.h"

namespace bora::surrogates {

/// Bounds of the lengthscales, in units of the diameter sqrt(d) of the unit cube (or sqrt(d_j) of the cube of
/// a group's d_j coordinates). At the lower bound most values are nearly independent; at the upper one
/// functions are nearly quadratic.
inline constexpr double kSmallestLengthscale = 0.01;
inline constexpr double kLargestLengthscale = 10;
/// Number of lengthscales at which a search of the whole range starts.
inline constexpr int kGlobalStarts = 12;

/// Repeated fit of hyper-parameters, each starting from the last result. Between fits the standardisation of
/// the values does not change, so that further observations extend the factorised model.
class HyperparameterFit {
 public:
  /// dimension: d; seed: seed of the starts of fits.
  HyperparameterFit(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed);

  /// Fits to observed values y (n) at all points of the posterior, and factorises the posterior with the
  /// result. Returns whether that succeeded.
  bool fit(StationaryPosterior& posterior, const Eigen::VectorXd& y);

  /// Standardises values by the mean and the deviation of the last fit's values.
  Eigen::VectorXd standardise(const Eigen::VectorXd& y) const { return standardisation_.apply(y); }
  double standardise(double y) const { return standardisation_.apply(y); }

 private:
  /// Fits one common lengthscale by a scalar search on the profiled evidence (fit_profile()).
  bool fit_lengthscale(StationaryPosterior& posterior, const Eigen::VectorXd& y);
  /// Fits all hyper-parameters by L-BFGS-B from several starts.
  bool fit_all(StationaryPosterior& posterior, const Eigen::VectorXd& y);

  BoxOptimiserOptions options_;
  int dimension_;
  std::uint64_t seed_;
  int fits_ = 0;
  Standardisation standardisation_;
  ProfileFit last_;  ///< last result of fit_lengthscale()
  /// Kernel of fit_all(), with the hyper-parameters of its last fit.
  std::unique_ptr<ContinuousKernel> kernel_;
  double noise_;  ///< noise of the last fit_all()
};

/// Returns the log evidence of standardised y (n) at points of the unit cube (d x n) under the kernel of the
/// options with one lengthscale, at its maximum over lengthscale and variance. It serves to compare models of
/// different dimensions. Returns -infinity if no matrix tried is positive definite. fit: start of the search,
/// overwritten by the result; global: whether to search the whole range of lengthscales.
double largest_evidence(const BoxOptimiserOptions& options, const Eigen::Ref<const Eigen::MatrixXd>& points,
                        const Eigen::VectorXd& y, bool global, ProfileFit& fit);

}  // namespace bora::surrogates
