// Covariances of an additive Gaussian process: a sum of isotropic stationary kernels over groups of
// coordinates.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/group_distances.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Hyper-parameters of k(a, b) = sum_j signal_variances[j] radial(|a_Aj - b_Aj|^2 / lengthscales[j]^2), plus
/// noise_variance on the diagonal of the observations (Ru 2021, eq. 6.7; Kandasamy et al. 2015).
struct AdditiveHyperparameters {
  Eigen::VectorXd lengthscales;      ///< one for each group
  Eigen::VectorXd signal_variances;  ///< one for each group
  double noise_variance = 0;
};

/// Writes the lower triangle of the observations' covariance matrix (n x n), without noise, to `gram`.
/// factors: one for each group, by which its squared distances are multiplied: 1 / lengthscale^2 for
/// distances of unscaled points. Works in blocks, so that temporaries are n x 64.
void additive_gram(RadialFamily family, const GroupDistances& distances, const Eigen::VectorXd& factors,
                   const Eigen::VectorXd& signal_variances, Eigen::Ref<Eigen::MatrixXd> gram);

/// Returns sum_ab weights(a,b) dK(a,b)/dt for t = log signal_variances[j] (first `groups` entries) and log
/// lengthscales[j] (the rest). weights: n x n symmetric, lower triangle read.
Eigen::VectorXd additive_gram_gradient(RadialFamily family, const GroupDistances& distances,
                                       const Eigen::VectorXd& factors,
                                       const Eigen::VectorXd& signal_variances,
                                       const Eigen::Ref<const Eigen::MatrixXd>& weights);

}  // namespace bora::surrogates
