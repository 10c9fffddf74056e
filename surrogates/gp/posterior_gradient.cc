#include "surrogates/gp/fitted_gaussian_process.h"

#include "surrogates/linalg/few_columns.h"

namespace bora::surrogates {

// In both functions, mean = K_zx alpha and covariance = K_zz - K_zx A^-1 K_xz. With the weights w of the mean
// and W of the covariance, the derivative of the weighted sum w.r.t. K_xz is therefore
//   alpha w' - A^-1 K_xz (W + W').
// The kernel contracts it with dK_xz / dZ. The derivative of K_zz is added.

MarginalPosterior marginal_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                         const Eigen::MatrixXd& Z, const GradientWeights& weights,
                                         Eigen::MatrixXd& gradient) {
  const double scale = process.standardisation().deviation;
  const ContinuousKernel& kernel = process.kernel();
  const Eigen::MatrixXd cross = kernel.cross(process.inputs(), Z);
  Eigen::MatrixXd solved = cross;
  solve_lower_in_place(process.factor().lower, solved);
  const MarginalPosterior posterior = process.marginal_of(Z, cross, solved);
  const MarginalPosterior w = weights(posterior);
  const Eigen::VectorXd b = scale * scale * w.variance;
  solve_upper_in_place(process.factor().lower, solved);
  Eigen::MatrixXd adjoint = solved * (-2 * b).asDiagonal();
  adjoint.noalias() += process.alpha() * (scale * w.mean).transpose();
  gradient = kernel.input_gradient(process.inputs(), Z, adjoint) + b.asDiagonal() * kernel.diag_gradient(Z);
  return posterior;
}

JointPosterior joint_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                   const Eigen::MatrixXd& Z, const JointWeights& weights,
                                   Eigen::MatrixXd& gradient) {
  JointPosterior posterior = process.joint(Z);
  const JointPosterior w = weights(posterior);
  const double scale = process.standardisation().deviation;
  const Eigen::MatrixXd B = scale * scale * (w.covariance + w.covariance.transpose());
  const ContinuousKernel& kernel = process.kernel();
  Eigen::MatrixXd adjoint = -solve(process.factor(), kernel.cross(process.inputs(), Z)) * B;
  adjoint.noalias() += process.alpha() * (scale * w.mean).transpose();
  // k(z_k, z_l) depends on both arguments. By symmetry, B = W + W' accounts for both; on the diagonal, the
  // derivative of k(z, z) is twice that w.r.t. one argument.
  gradient = kernel.input_gradient(process.inputs(), Z, adjoint) + kernel.input_gradient(Z, Z, B);
  return posterior;
}

}  // namespace bora::surrogates
