// Interface of kernels over vectors, which are differentiable w.r.t. their inputs.
#pragma once

#include <memory>
#include <optional>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/continuous/cosine_features.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

/// Kernel over vectors.
class ContinuousKernel : public Kernel<Eigen::VectorXd> {
 public:
  /// Returns m x d: row i is sum_a W(a,i) d k(z_i, x_a) / d z_i. X: n x d, Z: m x d, W: n x m. Gradients of
  /// posteriors need only such weighted sums, never all n m d derivatives.
  virtual Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                         const Eigen::MatrixXd& W) const = 0;
  /// Returns m x d: row i is d k(z_i, z_i) / d z_i. By default zero, which holds for stationary kernels,
  /// whose k(z, z) is constant.
  virtual Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const {
    return Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
  }

  /// Returns `count` random features of this kernel with its present hyper-parameters; none for a kernel that
  /// has no spectrum from which frequencies could be drawn, such as a kernel of categories.
  virtual std::optional<CosineFeatures> features(int /*count*/, Rng& /*rng*/) const { return std::nullopt; }
};

}  // namespace bora::surrogates
