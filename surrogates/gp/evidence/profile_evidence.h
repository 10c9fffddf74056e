// Maximum likelihood for a Gaussian process with an isotropic kernel and a fixed ratio of noise to signal
// variance: a search over the lengthscale alone.
#pragma once

#include <optional>

#include <Eigen/Core>

#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/gp/evidence/lengthscale_prior.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Hyper-parameters of the covariance s^2 R(l) + noise I, where R(l) is the matrix of correlations with
/// lengthscale l, and their evidence.
struct ProfileFit {
  double log_lengthscale = 0;
  double signal_variance = 1;
  double noise_variance = 0;
  double log_evidence = 0;
  double log_posterior = 0;  ///< log evidence plus log prior of the lengthscale, which was maximised
  int evaluations = 0;       ///< number of Cholesky factorisations
};

/// Writes the lower triangle of R(l) + noise_ratio I for the first n points into the top left corner of
/// `workspace`, which is resized to n x n if it is smaller, and factorises it in place. Returns false if the
/// matrix is not positive definite. squared_distances: n x n at least, unscaled, lower triangle read.
bool factorise_radial(RadialFamily family, const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                      Eigen::Index n, double log_lengthscale, double noise_ratio, Eigen::MatrixXd& workspace);

/// Computes the evidence of y under N(0, s^2 (R(l) + noise_ratio I)), with s^2 at its maximum given l.
/// squared_distances: n x n, unscaled, lower triangle read; y: n; workspace: as in factorise_radial().
/// Returns none if R(l) + noise_ratio I is not positive definite.
std::optional<ProfiledEvidence> profile_evidence(RadialFamily family,
                                                 const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                                 const Eigen::VectorXd& y, double log_lengthscale,
                                                 double noise_ratio, Eigen::MatrixXd& workspace);

/// Settings that fit_profile() takes.
struct ProfileSearch {
  double lower = 0;         ///< lower bound of the log lengthscales that are tried
  double upper = 0;         ///< upper bound of the log lengthscales that are tried
  double noise = 1e-6;      ///< noise variance of y
  int starts = 0;           ///< number of grid points tried before the local search; 0: local search only
  double tolerance = 0.05;  ///< error allowed in the log lengthscale
  int max_evaluations = 8;  ///< maximum number of evaluations of the local search
  int dimension = 1;        ///< dimension of the points, for the prior
  LengthscalePrior prior = LengthscalePrior::none();
};

/// Maximises the profiled evidence, plus the log prior, over the lengthscale. The local search starts at
/// `start` or, if search.starts > 0, at the best of `start` and a grid over [lower, upper].
///
/// During a search the ratio noise / s^2 is fixed, at first with the s^2 of `start`. If the fitted s^2
/// changes the ratio by a factor of 4 or more, a local search is repeated with the new ratio, at most four
/// times. The noise_variance of the result is therefore usually within a factor of 4 of search.noise;
/// log_evidence belongs to that noise_variance. Returns none if every covariance matrix tried was indefinite.
std::optional<ProfileFit> fit_profile(RadialFamily family,
                                      const Eigen::Ref<const Eigen::MatrixXd>& squared_distances,
                                      const Eigen::VectorXd& y, const ProfileFit& start,
                                      const ProfileSearch& search, Eigen::MatrixXd& workspace);

}  // namespace bora::surrogates
