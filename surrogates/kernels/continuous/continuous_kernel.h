// Kernels over vectors: also differentiable w.r.t. their inputs.
#pragma once

#include <memory>
#include <optional>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/continuous/cosine_features.h"
#include "surrogates/kernels/kernel.h"

namespace bora::surrogates {

class ContinuousKernel : public Kernel<Eigen::VectorXd> {
 public:
  /// Returns m x d: row i is sum_a W(a,i) d k(z_i, x_a) / d z_i. X: n x d, Z: m x d, W: n x m. It is
  /// contracted, since a posterior's gradient never needs the n x m x d derivatives one by one.
  virtual Eigen::MatrixXd input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                         const Eigen::MatrixXd& W) const = 0;
  /// Returns m x d: row i is d k(z_i, z_i) / d z_i; zero by default, as it is if k(z, z) is the same for all
  /// z (a stationary kernel).
  virtual Eigen::MatrixXd diag_gradient(const Eigen::MatrixXd& Z) const {
    return Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
  }

  /// Returns `count` random features of this kernel with its present hyper-parameters; none for a kernel
  /// without a spectrum to draw frequencies from, such as one of categories.
  virtual std::optional<CosineFeatures> features(int /*count*/, Rng& /*rng*/) const { return std::nullopt; }
};

}  // namespace bora::surrogates
