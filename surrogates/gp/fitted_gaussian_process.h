// A Gaussian process that has seen its data. Immutable.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include "common/error.h"
#include "surrogates/belief/belief.h"
#include "surrogates/gp/evidence.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/kernels/batch.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/linalg/cholesky.h"

namespace bora {

/// The kernel interface a process over `Input` works with.
template <typename Input>
struct KernelOver {
  using type = Kernel<Input>;
};
template <>
struct KernelOver<Eigen::VectorXd> {
  using type = ContinuousKernel;
};

template <typename Input>
class FittedGaussianProcess;
MarginalPosterior marginal_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                         const Eigen::MatrixXd& Z, const GradientWeights& weights,
                                         Eigen::MatrixXd& gradient);

/// Zero prior mean on standardised targets. All that is returned is on the scale of the targets given, but
/// for the evidence. Copies share the kernel.
template <typename Input>
class FittedGaussianProcess final : public Belief<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  using KernelType = typename KernelOver<Input>::type;

  /// Conditions on y (n, raw) at X without fitting anything; noise: variance on the standardised scale. Empty
  /// if the covariance stays indefinite through the jitter schedule. Throws InputError on mismatched sizes or
  /// values that are not finite.
  static std::optional<FittedGaussianProcess> condition(std::shared_ptr<const KernelType> kernel, Batch X,
                                                        const Eigen::VectorXd& y, double noise,
                                                        const Standardisation& standardisation,
                                                        const JitterSchedule& jitter = {});

  MarginalPosterior marginal(const Batch& Z) const override;
  Eigen::VectorXd mean(const Batch& Z) const override { return mean_of(kernel_->cross(X_, Z)); }
  JointPosterior joint(const Batch& Z) const override;
  std::shared_ptr<const Belief<Input>> given(const Batch& Z, const Eigen::VectorXd& y) const override {
    auto grown = append(Z, y);
    return grown ? std::make_shared<const FittedGaussianProcess>(std::move(*grown)) : nullptr;
  }
  bool smooth() const override { return std::is_same_v<Input, Eigen::VectorXd>; }
  MarginalPosterior marginal_with_gradient(const Batch& Z, const GradientWeights& weights,
                                           Eigen::MatrixXd& gradient) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return bora::marginal_with_gradient(*this, Z, weights, gradient);
    else
      return Belief<Input>::marginal_with_gradient(Z, weights, gradient);
  }
  Eigen::MatrixXd mean_gradient(const Batch& Z) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return kernel_->input_gradient(X_, Z, standardisation_.deviation * alpha_.replicate(1, batch_size(Z)));
    else
      return Belief<Input>::mean_gradient(Z);
  }

  /// marginal(Z) from cross: k(X, Z), n x m, and whitened: what solve_lower makes of it.
  MarginalPosterior marginal_of(const Batch& Z, const Eigen::MatrixXd& cross,
                                const Eigen::MatrixXd& whitened) const {
    const double scale = standardisation_.deviation;
    return {mean_of(cross),
            scale * scale * (kernel_->diag(Z) - whitened.colwise().squaredNorm().transpose()).cwiseMax(0.0)};
  }

  /// The same process after m more observations, in O(n^2 m): hyper-parameters and standardisation stay.
  /// Empty if the enlarged covariance is not positive definite.
  std::optional<FittedGaussianProcess> append(const Batch& X, const Eigen::VectorXd& y) const;

  /// Of the standardised targets.
  double log_evidence() const { return bora::log_evidence(factor_.lower, solve_lower(factor_, targets_)); }

  const KernelType& kernel() const { return *kernel_; }
  const Batch& inputs() const { return X_; }
  double noise() const { return noise_; }
  double jitter() const { return factor_.jitter; }
  const Standardisation& standardisation() const { return standardisation_; }
  /// Factor of K + noise I, n x n, and (K + noise I)^-1 times the standardised targets, n.
  const CholeskyFactor& factor() const { return factor_; }
  const Eigen::VectorXd& alpha() const { return alpha_; }

 private:
  FittedGaussianProcess() = default;
  static void check(const Batch& X, const Eigen::VectorXd& y);
  // cross: covariances of the observations with m points, n x m.
  Eigen::VectorXd mean_of(const Eigen::MatrixXd& cross) const {
    return (standardisation_.deviation * (cross.transpose() * alpha_)).array() + standardisation_.mean;
  }

  std::shared_ptr<const KernelType> kernel_;
  Batch X_;
  double noise_ = 0;
  Standardisation standardisation_;
  Eigen::VectorXd targets_;
  CholeskyFactor factor_;
  Eigen::VectorXd alpha_;
};

template <typename Input>
void FittedGaussianProcess<Input>::check(const Batch& X, const Eigen::VectorXd& y) {
  if (batch_size(X) != y.size())
    throw InputError("Gaussian process: {} inputs with {} targets, expected as many", batch_size(X),
                     y.size());
  if (!y.allFinite()) throw InputError("Gaussian process: not all targets are finite");
}

template <typename Input>
std::optional<FittedGaussianProcess<Input>> FittedGaussianProcess<Input>::condition(
    std::shared_ptr<const KernelType> kernel, Batch X, const Eigen::VectorXd& y, double noise,
    const Standardisation& standardisation, const JitterSchedule& jitter) {
  check(X, y);
  if (y.size() == 0) throw InputError("Gaussian process: no observations, expected at least 1");
  FittedGaussianProcess fitted;
  fitted.kernel_ = std::move(kernel);
  fitted.X_ = std::move(X);
  fitted.noise_ = noise;
  fitted.standardisation_ = standardisation;
  fitted.targets_ = standardisation.apply(y);
  Eigen::MatrixXd A = fitted.kernel_->gram(fitted.X_);
  A.diagonal().array() += noise;
  auto factor = cholesky(A, jitter);
  if (!factor) return std::nullopt;
  fitted.factor_ = std::move(*factor);
  fitted.alpha_ = solve(fitted.factor_, fitted.targets_);
  return fitted;
}

template <typename Input>
MarginalPosterior FittedGaussianProcess<Input>::marginal(const Batch& Z) const {
  const Eigen::MatrixXd cross = kernel_->cross(X_, Z);
  return marginal_of(Z, cross, solve_lower(factor_, cross));
}

template <typename Input>
JointPosterior FittedGaussianProcess<Input>::joint(const Batch& Z) const {
  const Eigen::MatrixXd cross = kernel_->cross(X_, Z);
  const Eigen::MatrixXd whitened = solve_lower(factor_, cross);
  const double scale = standardisation_.deviation;
  JointPosterior posterior;
  posterior.mean = mean_of(cross);
  const Eigen::MatrixXd covariance = kernel_->gram(Z) - whitened.transpose() * whitened;
  posterior.covariance = 0.5 * scale * scale * (covariance + covariance.transpose());
  return posterior;
}

template <typename Input>
std::optional<FittedGaussianProcess<Input>> FittedGaussianProcess<Input>::append(
    const Batch& X, const Eigen::VectorXd& y) const {
  check(X, y);
  Eigen::MatrixXd block = kernel_->gram(X);
  block.diagonal().array() += noise_;
  auto factor = bora::append(factor_, kernel_->cross(X_, X), block);
  if (!factor) return std::nullopt;
  FittedGaussianProcess grown;
  grown.kernel_ = kernel_;
  grown.X_ = joined_batches(X_, X);
  grown.noise_ = noise_;
  grown.standardisation_ = standardisation_;
  grown.targets_.resize(targets_.size() + y.size());
  grown.targets_ << targets_, standardisation_.apply(y);
  grown.factor_ = std::move(*factor);
  grown.alpha_ = solve(grown.factor_, grown.targets_);
  return grown;
}

}  // namespace bora
