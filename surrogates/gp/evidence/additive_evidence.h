// Evidence of an additive Gaussian process, and its maximisation.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "surrogates/gp/additive_gram.h"
#include "surrogates/gp/evidence/lengthscale_prior.h"

namespace bora::surrogates {

struct AdditiveEvidence {
  double log_evidence = 0;
  /// Derivatives with respect to log signal_variances, log lengthscales and log noise_variance, in this
  /// order; empty unless with_gradient.
  Eigen::VectorXd gradient;
};

/// Returns log N(y; 0, K + noise I) and, if with_gradient is set, its gradient. distances: those of unscaled
/// points; y: n. Allocates at most two n x n matrices. Returns none if K + noise I is not positive definite,
/// even with jitter.
std::optional<AdditiveEvidence> additive_evidence(RadialFamily family, const GroupDistances& distances,
                                                  const Eigen::VectorXd& y,
                                                  const AdditiveHyperparameters& hyperparameters,
                                                  bool with_gradient);

/// Result of a fit.
struct AdditiveFit {
  AdditiveHyperparameters hyperparameters;
  double log_evidence = 0;
  double log_posterior = 0;  ///< log evidence plus log prior of the lengthscales, which was maximised
  int evaluations = 0;       ///< number of evaluations of the evidence
};

/// Settings of a fit over one number, the common factor of all lengthscales. The ratios between lengthscales,
/// between variances, and of noise to the sum of the variances stay those of `start` (the last is moved into
/// [1e-10, 1]). The common factor of the variances is set to its optimum for each factor of the lengthscales,
/// as in profile_evidence.h.
struct CommonScaleSearch {
  double lower = 0;         ///< lower bound of the log of the geometric mean of the lengthscales
  double upper = 0;         ///< upper bound of it
  int starts = 0;           ///< grid points over [lower, upper] before the local search; 0: local search only
  double step = 0.2;        ///< first step that the local search takes
  double tolerance = 0.05;  ///< error allowed in the log of the geometric mean
  int max_evaluations = 8;  ///< maximum number of evaluations of the local search; 0: no local search
  LengthscalePrior prior = LengthscalePrior::none();
};

/// Fits the common factor of the lengthscales and that of the variances (CommonScaleSearch) to the values y
/// (n) at `points` (d x n, unscaled). Returns none if no covariance matrix that was tried is positive
/// definite.
std::optional<AdditiveFit> fit_common_scale(RadialFamily family, const Partition& partition,
                                            const Eigen::Ref<const Eigen::MatrixXd>& points,
                                            const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                            const CommonScaleSearch& search);

/// Settings that fit_groups() takes. Bounds are those of logarithms; equal bounds of the noise keep it fixed.
struct GroupSearch {
  double lengthscale_lower = 0, lengthscale_upper = 0;
  double noise_lower = 0, noise_upper = 0;
  int max_evaluations = 20;
  LengthscalePrior prior = LengthscalePrior::none();
};

/// Fits all variances, lengthscales and the noise by L-BFGS-B over their logarithms, from `start`, to y (n,
/// standardised) at points (d x n, unscaled). Variances stay within [1e-4, 1e2]. Returns none if no
/// covariance matrix that was tried is positive definite.
std::optional<AdditiveFit> fit_groups(RadialFamily family, const Partition& partition,
                                      const Eigen::Ref<const Eigen::MatrixXd>& points,
                                      const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                      const GroupSearch& search);

}  // namespace bora::surrogates
