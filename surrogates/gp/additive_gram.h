// Covariances of an additive GP: a sum of isotropic stationary kernels over groups of coordinates.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/partition.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora {

/// k(a, b) = sum_j signal_variances[j] radial(|a_Aj - b_Aj|^2 / lengthscales[j]^2), plus noise_variance on
/// the diagonal of the observations (Ru 2021, eq. 6.7; Kandasamy et al. 2015).
struct AdditiveHyperparameters {
  Eigen::VectorXd lengthscales;      ///< groups
  Eigen::VectorXd signal_variances;  ///< groups
  double noise_variance = 0;
};

/// Points whose coordinates stand group by group, each group divided by its lengthscale.
struct GroupedPoints {
  Eigen::MatrixXd points;  ///< d x n
  Eigen::MatrixXd norms;   ///< groups x n: squared norms of the groups' parts
};

/// points: d x n, unscaled, in the order of the coordinates.
GroupedPoints group_points(const Partition& partition, const Eigen::Ref<const Eigen::MatrixXd>& points,
                           const Eigen::VectorXd& lengthscales);

/// Writes the lower triangle of the n x n sum of kernels, without noise. Blocked: temporaries are n x 64.
void additive_gram(RadialFamily family, const Partition& partition, const GroupedPoints& grouped,
                   const Eigen::VectorXd& signal_variances, Eigen::Ref<Eigen::MatrixXd> gram);

/// sum_ab weights(a,b) dK(a,b)/dt for t = log signal_variances[j] (first `groups` entries) and log
/// lengthscales[j] (the rest). weights: n x n symmetric, lower triangle read.
Eigen::VectorXd additive_gram_gradient(RadialFamily family, const Partition& partition,
                                       const GroupedPoints& grouped, const Eigen::VectorXd& signal_variances,
                                       const Eigen::Ref<const Eigen::MatrixXd>& weights);

}  // namespace bora
