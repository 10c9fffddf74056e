// Function drawn from the posterior of a Gaussian process.
#pragma once

#include <memory>

#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/cosine_features.h"

namespace bora::surrogates {

/// Function that is drawn from the posterior by Matheron's rule (Wilson et al. 2020, "Efficiently sampling
/// functions from Gaussian process posteriors", eq. 13):
///   f(z) = sum_i w_i phi_i(z) + k(z, X) v,   v = (K + D)^-1 (y - Phi w - e),
/// where D is the diagonal matrix of the noises. The first term is an approximate draw from the prior by
/// random features, w ~ N(0, I). The second, with e ~ N(0, D), turns a draw from the prior into one from the
/// posterior.
class PathSample final : public SampledFunction<Eigen::VectorXd> {
 public:
  /// features: random features of the kernel of `process`.
  PathSample(const FittedGaussianProcess<Eigen::VectorXd>& process, CosineFeatures features, Rng& rng);

  Eigen::VectorXd values(const Eigen::MatrixXd& Z) const override;
  Eigen::MatrixXd gradients(const Eigen::MatrixXd& Z, const Eigen::VectorXd& weights) const override;

 private:
  FittedGaussianProcess<Eigen::VectorXd> process_;
  CosineFeatures features_;
  Eigen::VectorXd prior_weights_, update_weights_;  // w, v
};

/// Returns a PathSample with 1024 features; null if the kernel has no features.
std::shared_ptr<const SampledFunction<Eigen::VectorXd>> sample_path(
    const FittedGaussianProcess<Eigen::VectorXd>& process, Rng& rng);

}  // namespace bora::surrogates
