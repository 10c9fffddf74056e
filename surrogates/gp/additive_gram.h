// Covariances of an additive GP: a sum of isotropic stationary kernels over groups of coordinates.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/group_distances.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Hyper-parameters of k(a, b) = sum_j signal_variances[j] radial(|a_Aj - b_Aj|^2 / lengthscales[j]^2), plus
/// noise_variance on the diagonal of the observations (Ru 2021, eq. 6.7; Kandasamy et al. 2015).
struct AdditiveHyperparameters {
  Eigen::VectorXd lengthscales;      ///< groups
  Eigen::VectorXd signal_variances;  ///< groups
  double noise_variance = 0;
};

/// Writes the lower triangle of the n x n sum of kernels, without noise. factors (groups): multiply the
/// squared distances, so that they are divided by squared lengthscales. Blocked: temporaries are n x 64.
void additive_gram(RadialFamily family, const GroupDistances& distances, const Eigen::VectorXd& factors,
                   const Eigen::VectorXd& signal_variances, Eigen::Ref<Eigen::MatrixXd> gram);

/// Returns sum_ab weights(a,b) dK(a,b)/dt for t = log signal_variances[j] (first `groups` entries) and log
/// lengthscales[j] (the rest). weights: n x n symmetric, lower triangle read.
Eigen::VectorXd additive_gram_gradient(RadialFamily family, const GroupDistances& distances,
                                       const Eigen::VectorXd& factors,
                                       const Eigen::VectorXd& signal_variances,
                                       const Eigen::Ref<const Eigen::MatrixXd>& weights);

}  // namespace bora::surrogates
