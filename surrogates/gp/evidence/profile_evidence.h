// Maximum likelihood for an isotropic kernel with a fixed noise-to-signal ratio: a search over one number.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/gp/evidence/lengthscale_prior.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Hyper-parameters of s^2 R(l) + noise I and the evidence they reach.
struct ProfileFit {
  double log_lengthscale = 0;
  double signal_variance = 1;
  double noise_variance = 0;
  double log_evidence = 0;
  double log_posterior = 0;  ///< log evidence plus log prior of the lengthscale, which was maximised
  int evaluations = 0;       ///< Cholesky factorisations
};

/// Writes the lower triangle of R(l) + noise_ratio I for n points into the corner of `workspace`, which is
/// made n x n if it is smaller, and factorises it in place; returns false if it is not positive definite.
/// squared_distances: n x n, unscaled, lower triangle read.
bool factorise_radial(RadialFamily family, const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                      Eigen::Index n, double log_lengthscale, double noise_ratio, Eigen::MatrixXd& workspace);

/// Computes the evidence of y under N(0, s^2 (R(l) + ratio I)), where s^2 maximises it given l.
/// `squared_distances`: n x n, unscaled, lower triangle read; y: n; `workspace`: n x n at least, overwritten.
/// Empty if A is not positive definite.
std::optional<ProfiledEvidence> profile_evidence(RadialFamily family,
                                                 const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                                 const Eigen::VectorXd& y, double log_lengthscale,
                                                 double noise_ratio, Eigen::MatrixXd& workspace);

struct ProfileSearch {
  double lower = 0;     ///< lower bound of the log lengthscales that are tried
  double upper = 0;     ///< upper bound of the log lengthscales that are tried
  double noise = 1e-6;  ///< noise variance of y
  int starts = 0;       ///< points of a grid over [lower, upper] tried before the climb; 0: local search only
  double tolerance = 0.05;  ///< in log lengthscale
  int max_evaluations = 8;  ///< largest number of evaluations of the climb
  int dimension = 1;        ///< dimension of the points, for the prior
  LengthscalePrior prior = LengthscalePrior::none();
};

/// Maximises the profiled evidence, starting from `start` and, if search.starts > 0, from the best point of a
/// grid. The ratio noise / s^2 is held fixed during a search, first at the signal variance of `start`; when
/// the one found differs by more than a factor of 4 the search is repeated with it, locally, at most four
/// times. So noise_variance of the result, the one its evidence belongs to, is search.noise within a factor
/// of 4 as a rule. Empty when every matrix tried was indefinite.
std::optional<ProfileFit> fit_profile(RadialFamily family,
                                      const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                      const Eigen::VectorXd& y, const ProfileFit& start,
                                      const ProfileSearch& search, Eigen::MatrixXd& workspace);

}  // namespace bora::surrogates
