// The evidence of an additive GP, and its maximisation.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "surrogates/gp/additive_gram.h"
#include "surrogates/gp/evidence/lengthscale_prior.h"

namespace bora::surrogates {

struct AdditiveEvidence {
  double log_evidence = 0;
  /// d log_evidence / d (log signal_variances, log lengthscales, log noise_variance); empty if not asked for.
  Eigen::VectorXd gradient;
};

/// Returns log N(y; 0, K + noise I) and, if asked for, its gradient. distances: of unscaled points; y: n. At
/// most two further n x n matrices are held. Empty if the matrix is not positive definite, even with jitter.
std::optional<AdditiveEvidence> additive_evidence(RadialFamily family, const GroupDistances& distances,
                                                  const Eigen::VectorXd& y,
                                                  const AdditiveHyperparameters& hyperparameters,
                                                  bool with_gradient);

struct AdditiveFit {
  AdditiveHyperparameters hyperparameters;
  double log_evidence = 0;
  double log_posterior = 0;  ///< the maximised sum: log evidence and log prior of the lengthscales
  int evaluations = 0;
};

/// Settings of a fit with one degree of freedom, the common factor of all lengthscales. Ratios between
/// lengthscales, between variances, and of noise to variances stay those of `start`. The common factor of the
/// variances is set to its maximum for each lengthscale factor (as in gp/evidence/profile_evidence.h).
struct CommonScaleSearch {
  double lower = 0;   ///< lower bound of the log of the geometric mean of the lengthscales
  double upper = 0;   ///< upper bound of the same
  int starts = 0;     ///< grid points over [lower, upper] before the local search; 0: local search only
  double step = 0.2;  ///< first step that the local search takes
  double tolerance = 0.05;
  int max_evaluations = 8;
  LengthscalePrior prior = LengthscalePrior::none();
};
/// Fits the common factors. Returns none if no covariance matrix that was tried is positive definite.
std::optional<AdditiveFit> fit_common_scale(RadialFamily family, const Partition& partition,
                                            const Eigen::Ref<const Eigen::MatrixXd>& points,
                                            const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                            const CommonScaleSearch& search);

/// Settings that fit_groups() takes. Bounds are of logarithms; equal bounds of the noise keep it fixed.
struct GroupSearch {
  double lengthscale_lower = 0, lengthscale_upper = 0;
  double noise_lower = 0, noise_upper = 0;
  int max_evaluations = 20;
  LengthscalePrior prior = LengthscalePrior::none();
};

/// Fits the logs of all variances, lengthscales and the noise by L-BFGS-B, from `start`. Variances stay
/// within [1e-4, 1e2] of the variance of y, which is assumed to be standardised.
std::optional<AdditiveFit> fit_groups(RadialFamily family, const Partition& partition,
                                      const Eigen::Ref<const Eigen::MatrixXd>& points,
                                      const Eigen::VectorXd& y, const AdditiveHyperparameters& start,
                                      const GroupSearch& search);

}  // namespace bora::surrogates
