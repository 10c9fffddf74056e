// Gaussian process conditioned on its observations. Immutable.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/gp/evidence/hyperparameter_sampling.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/gp/subset.h"
#include "surrogates/kernels/batch.h"
#include "surrogates/kernels/continuous/continuous_kernel.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Kernel interface that a Gaussian process over `Input` uses.
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
// Implementations of member functions for vectors, in gp/posterior_gradient.cc and gp/path_sample.cc.
MarginalPosterior marginal_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                         const Eigen::MatrixXd& Z, const GradientWeights& weights,
                                         Eigen::MatrixXd& gradient);
JointPosterior joint_with_gradient(const FittedGaussianProcess<Eigen::VectorXd>& process,
                                   const Eigen::MatrixXd& Z, const JointWeights& weights,
                                   Eigen::MatrixXd& gradient);
std::shared_ptr<const SampledFunction<Eigen::VectorXd>> sample_path(
    const FittedGaussianProcess<Eigen::VectorXd>& process, Rng& rng);

/// Posterior of a Gaussian process with prior mean 0 of the standardised targets. All results except the
/// evidence are on the scale of the given targets. Copies share the kernel.
template <typename Input>
class FittedGaussianProcess final : public Posterior<Input> {
 public:
  using Batch = typename BatchOf<Input>::type;
  using KernelType = typename KernelOver<Input>::type;

  /// Conditions on y (n >= 1, raw) at X, without fitting hyper-parameters. noise: variance on the
  /// standardised scale. Returns none if the covariance is not positive definite with any jitter of the
  /// schedule. Throws InputError for sizes that do not match or values that are not finite.
  static std::optional<FittedGaussianProcess> condition(std::shared_ptr<const KernelType> kernel, Batch X,
                                                        const Eigen::VectorXd& y, double noise,
                                                        const Standardisation& standardisation,
                                                        const JitterSchedule& jitter = {});

  MarginalPosterior marginal(const Batch& Z) const override;
  Eigen::VectorXd mean(const Batch& Z) const override;
  JointPosterior joint(const Batch& Z) const override;
  std::shared_ptr<const Posterior<Input>> given(const Batch& Z, const Eigen::VectorXd& y) const override {
    return with_imputed(append(Z, y, noise_, {}), false);
  }
  std::shared_ptr<const Posterior<Input>> through(const Batch& Z, const Eigen::VectorXd& f) const override {
    // Noise as a share of the prior variance: too small to matter, but large enough to factorise the
    // covariance of close points.
    constexpr double kAlmostNone = 1e-8;
    return with_imputed(append(Z, f, kAlmostNone * kernel_->diag(Z).maxCoeff(), {}), true);
  }
  bool smooth() const override { return std::is_same_v<Input, Eigen::VectorXd>; }
  MarginalPosterior marginal_with_gradient(const Batch& Z, const GradientWeights& weights,
                                           Eigen::MatrixXd& gradient) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return bora::surrogates::marginal_with_gradient(*this, Z, weights, gradient);
    else
      return Posterior<Input>::marginal_with_gradient(Z, weights, gradient);
  }
  Eigen::MatrixXd mean_gradient(const Batch& Z) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return kernel_->input_gradient(X_, Z, standardisation_.deviation * alpha_.replicate(1, batch_size(Z)));
    else
      return Posterior<Input>::mean_gradient(Z);
  }

  JointPosterior joint_with_gradient(const Batch& Z, const JointWeights& weights,
                                     Eigen::MatrixXd& gradient) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return bora::surrogates::joint_with_gradient(*this, Z, weights, gradient);
    else
      return Posterior<Input>::joint_with_gradient(Z, weights, gradient);
  }
  double observation_noise() const override {
    return standardisation_.deviation * standardisation_.deviation * noise_;
  }
  /// Draws hyper-parameters by elliptical slice sampling under HyperparameterPrior::of(bounds of the kernel),
  /// given the observations alone. The drawn posteriors also include the values of given(), with the drawn
  /// noise, and those of through(), which keep theirs.
  std::vector<std::shared_ptr<const Posterior<Input>>> resampled(int count, Rng& rng) const override {
    return resampled(count, HyperparameterSampling{}, rng);
  }
  std::vector<std::shared_ptr<const Posterior<Input>>> resampled(int count,
                                                                 const HyperparameterSampling& options,
                                                                 Rng& rng) const;
  /// Returns a function drawn by PathSample (gp/path_sample.h); null if the kernel has no features.
  std::shared_ptr<const SampledFunction<Input>> sampled(Rng& rng) const override {
    if constexpr (std::is_same_v<Input, Eigen::VectorXd>)
      return sample_path(*this, rng);
    else
      return nullptr;
  }

  /// Returns marginal(Z) if k(X, Z) is known already. cross: k(X, Z), n x m; whitened: L^-1 k(X, Z), n x m.
  MarginalPosterior marginal_of(const Batch& Z, const Eigen::MatrixXd& cross,
                                const Eigen::MatrixXd& whitened) const {
    const double scale = standardisation_.deviation;
    return {mean_of(cross),
            scale * scale * (kernel_->diag(Z) - whitened.colwise().squaredNorm().transpose()).cwiseMax(0.0)};
  }

  /// Returns the process given m further observations, in O(n^2 m), with the same hyper-parameters and
  /// standardisation. Returns none if the enlarged covariance is not positive definite without further
  /// jitter.
  std::optional<FittedGaussianProcess> append(const Batch& X, const Eigen::VectorXd& y) const {
    return append(X, y, noise_, kNoJitter);
  }
  /// Returns what condition() would for y at the points X, which begin with inputs(), with the same kernel
  /// and noise; in O(n^2 m) for m new points. Returns none if X does not begin with inputs(), if some of
  /// these have imputed values, or if the enlarged covariance is not positive definite without further
  /// jitter.
  std::optional<FittedGaussianProcess> grown(const Batch& X, const Eigen::VectorXd& y,
                                             const Standardisation& standardisation) const;

  /// Returns the process of the same points with another kernel, other targets (n, standardised) and another
  /// noise of observations and values of given(). Values of through() keep their noise. Returns none if the
  /// covariance is not positive definite.
  std::optional<FittedGaussianProcess> with(std::shared_ptr<const KernelType> kernel, Eigen::VectorXd targets,
                                            double noise, const Standardisation& standardisation) const;

  /// Returns the log evidence of the standardised targets.
  double log_evidence() const {
    return bora::surrogates::log_evidence(factor_.lower, solve_lower(factor_, targets_));
  }

  const KernelType& kernel() const { return *kernel_; }
  const Batch& inputs() const { return X_; }
  double noise() const { return noise_; }  ///< noise variance of observations, on the standardised scale
  /// Returns the noise variance of each target, n: noise() for observations and values of given(), and about
  /// none for values of through().
  const Eigen::VectorXd& noises() const { return noises_; }
  double jitter() const { return factor_.jitter; }
  const Standardisation& standardisation() const { return standardisation_; }
  /// Returns the factor of A = K + diag(noises()), n x n; alpha() returns A^-1 targets(), n.
  const CholeskyFactor& factor() const { return factor_; }
  const Eigen::VectorXd& alpha() const { return alpha_; }
  /// Returns the n standardised targets, of observations first.
  const Eigen::VectorXd& targets() const { return targets_; }
  /// Returns the number of targets that were observed. The others are values of given() or through().
  Eigen::Index observations() const { return observations_; }
  /// Returns the indices of at most `most` observations from which hyper-parameters are drawn: all, or those
  /// of best_and_others().
  std::vector<int> informative(int most, Rng& rng) const;

 private:
  static constexpr JitterSchedule kNoJitter{1, 0};  // an empty schedule, since it begins beyond its end

  FittedGaussianProcess() = default;
  static void check(const Batch& X, const Eigen::VectorXd& y);
  // As append(X, y), with `noise` >= 0 of the added values and a jitter schedule for their covariance.
  std::optional<FittedGaussianProcess> append(const Batch& X, const Eigen::VectorXd& y, double noise,
                                              const JitterSchedule& jitter) const;
  // Returns the process with the points `added`, whose values have `noise`. targets: standardised, of all
  // points.
  std::optional<FittedGaussianProcess> enlarged(const Batch& added, Eigen::VectorXd targets,
                                                const Standardisation& standardisation, double noise,
                                                const JitterSchedule& jitter) const;
  // Computes factor_ and alpha_ from the other members. Returns false if the covariance is not positive
  // definite.
  bool factorise(const JitterSchedule& jitter);
  // Returns `grown` with the new points marked as imputed, that is not counted as observations. exact:
  // whether their values are known without noise.
  std::shared_ptr<const Posterior<Input>> with_imputed(std::optional<FittedGaussianProcess> grown,
                                                       bool exact) const {
    if (!grown) return nullptr;
    grown->observations_ = observations_;
    grown->exact_.tail(grown->exact_.size() - exact_.size()).setConstant(exact);
    return std::make_shared<const FittedGaussianProcess>(std::move(*grown));
  }
  // cross: covariances of the observations with m points, n x m.
  Eigen::VectorXd mean_of(const Eigen::MatrixXd& cross) const {
    return (standardisation_.deviation * (cross.transpose() * alpha_)).array() + standardisation_.mean;
  }

  std::shared_ptr<const KernelType> kernel_;
  Batch X_;
  double noise_ = 0;
  Eigen::VectorXd noises_;
  Eigen::Array<bool, Eigen::Dynamic, 1> exact_;  // whether a value is one of through(), n
  Standardisation standardisation_;
  Eigen::VectorXd targets_;
  Eigen::Index observations_ = 0;
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
  fitted.noises_.setConstant(y.size(), noise);
  fitted.exact_.setConstant(y.size(), false);
  fitted.standardisation_ = standardisation;
  fitted.targets_ = standardisation.apply(y);
  fitted.observations_ = y.size();
  if (!fitted.factorise(jitter)) return std::nullopt;
  return fitted;
}

template <typename Input>
bool FittedGaussianProcess<Input>::factorise(const JitterSchedule& jitter) {
  Eigen::MatrixXd& A = factor_.lower;
  A = kernel_->gram(X_);
  A.diagonal() += noises_;
  // The factorisation overwrites the lower triangle; a retry restores it from the upper one.
  const Eigen::VectorXd diagonal = A.diagonal();
  const auto write = [&] {
    A.template triangularView<Eigen::StrictlyLower>() = A.transpose();
    A.diagonal() = diagonal;
  };
  const auto added = cholesky_in_place(A, jitter, write);
  if (!added) return false;
  factor_.jitter = *added;
  A.template triangularView<Eigen::StrictlyUpper>().setZero();
  alpha_ = solve(factor_, targets_);
  return true;
}

template <typename Input>
MarginalPosterior FittedGaussianProcess<Input>::marginal(const Batch& Z) const {
  if constexpr (std::is_same_v<Batch, Eigen::MatrixXd>) {
    // Block size at which temporaries stay in a second-level cache of 2 MB for 1,000 observations.
    constexpr Eigen::Index kBlock = 128;
    if (Z.rows() > kBlock) {
      MarginalPosterior all{Eigen::VectorXd(Z.rows()), Eigen::VectorXd(Z.rows())};
      for (Eigen::Index first = 0; first < Z.rows(); first += kBlock) {
        const Eigen::Index m = std::min(kBlock, Z.rows() - first);
        const MarginalPosterior block = marginal(Z.middleRows(first, m));
        all.mean.segment(first, m) = block.mean;
        all.variance.segment(first, m) = block.variance;
      }
      return all;
    }
  }
  const Eigen::MatrixXd cross = kernel_->cross(X_, Z);
  return marginal_of(Z, cross, solve_lower(factor_, cross));
}

template <typename Input>
Eigen::VectorXd FittedGaussianProcess<Input>::mean(const Batch& Z) const {
  if constexpr (std::is_same_v<Batch, Eigen::MatrixXd>) {
    // Shortcut for the mean at all observations, which searches need: K alpha = targets - (A - K) alpha,
    // where A - K is the diagonal matrix of noise and jitter, so that no covariance is computed.
    const Eigen::Index m = Z.rows();
    if (m > 1 && m <= observations_ && Z.cols() == X_.cols() && Z == X_.topRows(m)) {
      const Eigen::VectorXd fitted = targets_.head(m) - (noise_ + factor_.jitter) * alpha_.head(m);
      return (standardisation_.deviation * fitted).array() + standardisation_.mean;
    }
  }
  return mean_of(kernel_->cross(X_, Z));
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
    const Batch& X, const Eigen::VectorXd& y, double noise, const JitterSchedule& jitter) const {
  check(X, y);
  Eigen::VectorXd targets(targets_.size() + y.size());
  targets << targets_, standardisation_.apply(y);
  return enlarged(X, std::move(targets), standardisation_, noise, jitter);
}

template <typename Input>
std::optional<FittedGaussianProcess<Input>> FittedGaussianProcess<Input>::grown(
    const Batch& X, const Eigen::VectorXd& y, const Standardisation& standardisation) const {
  static_assert(std::is_same_v<Batch, Eigen::MatrixXd>, "other batches cannot be compared");
  check(X, y);
  const Eigen::Index known = X_.rows(), added = X.rows() - known;
  if (added < 0 || observations_ < known || X.cols() != X_.cols() || X.topRows(known) != X_)
    return std::nullopt;
  return enlarged(X.bottomRows(added), standardisation.apply(y), standardisation, noise_, kNoJitter);
}

template <typename Input>
std::optional<FittedGaussianProcess<Input>> FittedGaussianProcess<Input>::enlarged(
    const Batch& added, Eigen::VectorXd targets, const Standardisation& standardisation, double noise,
    const JitterSchedule& jitter) const {
  Eigen::MatrixXd block = kernel_->gram(added);
  block.diagonal().array() += noise;
  auto factor = bora::surrogates::append(factor_, kernel_->cross(X_, added), block, jitter);
  if (!factor) return std::nullopt;
  FittedGaussianProcess result;
  result.kernel_ = kernel_;
  result.X_ = joined_batches(X_, added);
  result.noise_ = noise_;
  result.noises_.resize(noises_.size() + batch_size(added));
  result.noises_ << noises_, Eigen::VectorXd::Constant(batch_size(added), noise);
  result.exact_.setConstant(result.noises_.size(), false);
  result.exact_.head(exact_.size()) = exact_;
  result.standardisation_ = standardisation;
  result.targets_ = std::move(targets);
  result.observations_ = result.targets_.size();
  result.factor_ = std::move(*factor);
  result.alpha_ = solve(result.factor_, result.targets_);
  return result;
}

template <typename Input>
std::optional<FittedGaussianProcess<Input>> FittedGaussianProcess<Input>::with(
    std::shared_ptr<const KernelType> kernel, Eigen::VectorXd targets, double noise,
    const Standardisation& standardisation) const {
  FittedGaussianProcess changed;
  changed.kernel_ = std::move(kernel);
  changed.X_ = X_;
  changed.noise_ = noise;
  changed.exact_ = exact_;
  changed.noises_ = exact_.select(noises_.array(), noise);
  changed.standardisation_ = standardisation;
  changed.targets_ = std::move(targets);
  changed.observations_ = observations_;
  if (!changed.factorise({})) return std::nullopt;
  return changed;
}

/// Returns the log evidence of `targets` (n) at X if the first p entries of theta are the kernel's p log
/// hyper-parameters; -infinity if the covariance is not positive definite.
template <typename KernelType, typename Batch>
double evidence_at(const KernelType& kernel, const Batch& X, const Eigen::VectorXd& targets,
                   const Eigen::VectorXd& theta, double noise) {
  const auto moved = kernel.clone();
  moved->set_hyperparameters(theta.head(kernel.hyperparameter_count()));
  Eigen::MatrixXd A = moved->gram(X);
  A.diagonal().array() += noise;
  const auto factor = cholesky(A);
  return factor ? log_evidence(factor->lower, solve_lower(*factor, targets))
                : -std::numeric_limits<double>::infinity();
}

template <typename Input>
std::vector<int> FittedGaussianProcess<Input>::informative(int most, Rng& rng) const {
  return observations_ > most ? best_and_others(targets_.head(observations_), most, rng)
                              : consecutive(static_cast<int>(observations_));
}

template <typename Input>
std::vector<std::shared_ptr<const Posterior<Input>>> FittedGaussianProcess<Input>::resampled(
    int count, const HyperparameterSampling& options, Rng& rng) const {
  options.check();
  const SampledNoise noise(noise_);
  const Eigen::Index p = kernel_->hyperparameter_count();
  HyperparameterPrior prior = HyperparameterPrior::of(kernel_->bounds());
  noise.add_to(prior);
  Eigen::VectorXd start(prior.mean.size());
  start.head(p) = kernel_->hyperparameters();
  if (noise.sampled) start[p] = std::log(noise_);
  const std::vector<int> places = informative(options.most_fitted, rng);
  const Batch X = picked(X_, places);
  const Eigen::VectorXd targets = targets_(places);
  const auto log_evidence = [&](const Eigen::VectorXd& theta) {
    return evidence_at(*kernel_, X, targets, theta, noise.of(theta, p));
  };
  std::vector<std::shared_ptr<const Posterior<Input>>> posteriors;
  for (const Eigen::VectorXd& theta :
       sample_hyperparameters(prior, log_evidence, start, count, options, rng)) {
    const std::shared_ptr<Kernel<Input>> kernel = kernel_->clone();
    kernel->set_hyperparameters(theta.head(p));
    if (auto drawn = with(std::static_pointer_cast<const KernelType>(kernel), targets_, noise.of(theta, p),
                          standardisation_))
      posteriors.push_back(std::make_shared<const FittedGaussianProcess>(std::move(*drawn)));
  }
  return posteriors;
}

// Compiled once, in gaussian_process.cc.
extern template class FittedGaussianProcess<Eigen::VectorXd>;

}  // namespace bora::surrogates
