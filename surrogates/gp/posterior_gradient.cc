#include "surrogates/gp/fitted_gaussian_process.h"

#include "surrogates/linalg/few_columns.h"

namespace bora::surrogates {

// Both: mean = K_zx alpha and covariance = K_zz - K_zx A^-1 K_xz. The adjoint of K_xz is therefore
//   alpha mean_weights' - A^-1 K_xz (B + B'),   B the covariance weights,
// which the kernel turns into a gradient w.r.t. Z; K_zz adds its own derivative.

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
  // k(z_k, z_l) moves with either argument; by symmetry B = W + W' covers both, and on the diagonal, where
  // both arguments move together, twice the derivative w.r.t. one is the whole.
  gradient = kernel.input_gradient(process.inputs(), Z, adjoint) + kernel.input_gradient(Z, Z, B);
  return posterior;
}

}  // namespace bora::surrogates
