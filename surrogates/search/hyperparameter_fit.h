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

/// Range of the lengthscales searched, in units of the diameter sqrt(d) of the unit cube (sqrt(d_j) for a
/// group): from a function whose values are independent to one that is nearly quadratic.
inline constexpr double kSmallestLengthscale = 0.01;
inline constexpr double kLargestLengthscale = 10;
/// Number of starts when the whole range is searched.
inline constexpr int kGlobalStarts = 12;

/// Fits hyper-parameters. Keeps the last ones, from which the next fit starts, and the standardisation of y,
/// which stays as it was at the last fit so that the points told in between extend one and the same model.
class HyperparameterFit {
 public:
  HyperparameterFit(const BoxOptimiserOptions& options, int dimension, std::uint64_t seed);

  /// Fits to y (n, raw) at the posterior's points and factorises it with the result; false if no
  /// factorisation succeeded.
  bool fit(StationaryPosterior& posterior, const Eigen::VectorXd& y);

  Eigen::VectorXd standardise(const Eigen::VectorXd& y) const { return standardisation_.apply(y); }

 private:
  /// Fits the lengthscale, which is the only number searched over (gp/evidence/profile_evidence.h).
  bool fit_lengthscale(StationaryPosterior& posterior, const Eigen::VectorXd& y);
  /// Fits all hyper-parameters that are learnt by multi-start L-BFGS-B.
  bool fit_all(StationaryPosterior& posterior, const Eigen::VectorXd& y);

  BoxOptimiserOptions options_;
  int dimension_;
  std::uint64_t seed_;
  int fits_ = 0;
  Standardisation standardisation_;
  ProfileFit last_;  ///< result of fit_lengthscale
  /// Kernel of fit_all, with the hyper-parameters of the last fit.
  std::unique_ptr<ContinuousKernel> kernel_;
  double noise_;
};

/// Returns the largest evidence that a kernel with one lengthscale reaches on standardised y (n) at points of
/// the unit cube (d x n), for comparing models of different dimension; -infinity if every matrix tried was
/// indefinite. `fit`: start, replaced by the result; `global`: search the whole range of lengthscales.
double largest_evidence(const BoxOptimiserOptions& options, const Eigen::Ref<const Eigen::MatrixXd>& points,
                        const Eigen::VectorXd& y, bool global, ProfileFit& fit);

}  // namespace bora::surrogates
