// Gradients of a posterior w.r.t. the points it is evaluated at, for vector inputs.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/fitted_gaussian_process.h"

namespace bora {

/// m x d: row i is the gradient w.r.t. z_i of sum_k mean_weights[k] mean_k + variance_weights[k] variance_k.
/// Z: m x d; weights: m. With unit vectors as weights it yields any single gradient; with an acquisition's
/// slopes, all m acquisition gradients at once.
Eigen::MatrixXd marginal_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                  const Eigen::MatrixXd& Z, const Eigen::VectorXd& mean_weights,
                                  const Eigen::VectorXd& variance_weights);

/// m x d: the gradient w.r.t. Z of sum_k mean_weights[k] mean_k + sum_kl covariance_weights(k,l)
/// covariance(k,l). covariance_weights: m x m, of any kind.
Eigen::MatrixXd joint_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                               const Eigen::MatrixXd& Z, const Eigen::VectorXd& mean_weights,
                               const Eigen::MatrixXd& covariance_weights);

}  // namespace bora
