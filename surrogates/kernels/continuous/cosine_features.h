// Random features of a kernel: cosines whose inner products have the covariances as expectation.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Random features phi_i(x) = amplitude_i cos(w_i . x + phase_i), with E sum_i phi_i(x) phi_i(z) = k(x, z)
/// (Rahimi and Recht 2007).
struct CosineFeatures {
  Eigen::MatrixXd frequencies;  ///< m x d
  Eigen::VectorXd phases;       ///< m phases, drawn uniformly from [0, 2 pi)
  Eigen::VectorXd amplitudes;   ///< m

  /// Returns the features at X (n x d), n x m.
  Eigen::MatrixXd at(const Eigen::MatrixXd& X) const;
  /// Returns n x d: row i is the gradient w.r.t. x_i of scale_i sum_j weight_j phi_j(x_i). scale: n; weights:
  /// m.
  Eigen::MatrixXd gradient(const Eigen::MatrixXd& X, const Eigen::VectorXd& scale,
                           const Eigen::VectorXd& weights) const;
};

}  // namespace bora::surrogates
