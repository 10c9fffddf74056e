// Gradients of a posterior w.r.t. the points it is evaluated at, for vector inputs.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora::surrogates {

/// Implements Posterior::marginal_with_gradient for `process`.
MarginalPosterior marginal_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                         const Eigen::MatrixXd& Z, const GradientWeights& weights,
                                         Eigen::MatrixXd& gradient);

/// Returns the same gradient, m x d, for given weights. Z: m x d; weights: m. With unit vectors as weights it
/// yields any single gradient.
Eigen::MatrixXd marginal_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                  const Eigen::MatrixXd& Z, const Eigen::VectorXd& mean_weights,
                                  const Eigen::VectorXd& variance_weights);

/// Implements Posterior::joint_with_gradient for `process`.
JointPosterior joint_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                   const Eigen::MatrixXd& Z, const JointWeights& weights,
                                   Eigen::MatrixXd& gradient);

/// Returns the gradient w.r.t. Z, m x d, of sum_k mean_weights[k] mean_k + sum_kl covariance_weights(k,l)
/// covariance(k,l), which is a weighted sum. covariance_weights: any m x m matrix.
Eigen::MatrixXd joint_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                               const Eigen::MatrixXd& Z, const Eigen::VectorXd& mean_weights,
                               const Eigen::MatrixXd& covariance_weights);

}  // namespace bora::surrogates
