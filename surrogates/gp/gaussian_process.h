// Gaussian process regression: hyper-parameters by maximum likelihood or maximum a posteriori.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "common/random.h"
#include "surrogates/gp/evidence/prior.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/optim/bounded_lbfgs.h"

namespace bora::surrogates {

struct GaussianProcessOptions {
  double noise = 1e-6;  ///< noise variance on the standardised scale; its first value if it is learnt
  bool learn_noise = false;
  double noise_lower = 1e-8;  ///< lower bound if the noise is learnt
  double noise_upper = 1;     ///< upper bound if the noise is learnt
  bool standardise = true;    ///< whether targets are standardised; false: they are used as they are
  int starts = 4;  ///< number of starts of L-BFGS-B: the first at the kernel's current hyper-parameters,
                   ///< the others uniform in the bounds
  /// Priors of the hyper-parameters, the noise last if learnt; a null entry is a flat prior. Empty: maximum
  /// likelihood.
  std::vector<std::shared_ptr<const Prior>> priors;
  BoundedLbfgsOptions search;
  JitterSchedule jitter;
  void check() const;  ///< throws InputError naming the field
};

struct FitSummary {
  int evaluations = 0;                                ///< evaluations of evidence and gradient, all starts
  double log_evidence = 0;                            ///< log evidence of the standardised targets
  double log_posterior = 0;                           ///< log evidence plus log priors, which was maximised
  double jitter = 0;                                  ///< jitter that the final factorisation needed
  Eigen::VectorXd hyperparameters;                    ///< logarithms, the noise last if learnt
  Termination termination = Termination::not_finite;  ///< reason why the optimiser stopped at the best start
};

template <typename Input>
struct GaussianProcessFit {
  /// None if no covariance tried was positive definite; summary.termination is not_finite then.
  std::optional<FittedGaussianProcess<Input>> model;
  FitSummary summary;
};

/// Gaussian process regression that fits hyper-parameters.
template <typename Input>
class GaussianProcess {
 public:
  using Batch = typename BatchOf<Input>::type;
  using KernelType = typename KernelOver<Input>::type;

  /// kernel: copied; its hyper-parameters are the first start of a fit. Throws InputError.
  explicit GaussianProcess(const KernelType& kernel, GaussianProcessOptions options = {});

  /// Fits the process to X: n inputs, n >= 1; y: n, finite. The same rng state gives the same fit. Throws
  /// InputError.
  GaussianProcessFit<Input> fit(const Batch& X, const Eigen::VectorXd& y, Rng& rng) const;

  /// Returns the log evidence, plus log priors, of standardised targets (n) at theta, and computes its
  /// gradient; -infinity if the covariance is not positive definite. fit() maximises it.
  double objective(const Batch& X, const Eigen::VectorXd& targets, const Eigen::VectorXd& theta,
                   Eigen::VectorXd& gradient) const;

  /// Return names and bounds of theta: the kernel's log hyper-parameters and, if learnt, the log noise.
  std::vector<std::string> names() const;
  Bounds bounds() const;

 private:
  double noise_of(const Eigen::VectorXd& theta) const {
    return options_.learn_noise ? std::exp(theta[theta.size() - 1]) : options_.noise;
  }

  std::shared_ptr<const KernelType> kernel_;
  GaussianProcessOptions options_;
};

template <typename Input>
GaussianProcess<Input>::GaussianProcess(const KernelType& kernel, GaussianProcessOptions options)
    : kernel_(copy_of(kernel)), options_(std::move(options)) {
  options_.check();
  const std::size_t count = kernel_->hyperparameter_count() + (options_.learn_noise ? 1 : 0);
  if (!options_.priors.empty() && options_.priors.size() != count)
    throw InputError("priors: {} entries, expected none or {}", options_.priors.size(), count);
}

template <typename Input>
std::vector<std::string> GaussianProcess<Input>::names() const {
  std::vector<std::string> names = kernel_->hyperparameter_names();
  if (options_.learn_noise) names.emplace_back("noise");
  return names;
}

template <typename Input>
Bounds GaussianProcess<Input>::bounds() const {
  Bounds bounds = kernel_->bounds();
  if (options_.learn_noise) {
    const Eigen::Index p = bounds.lower.size();
    bounds.lower.conservativeResize(p + 1);
    bounds.upper.conservativeResize(p + 1);
    bounds.lower[p] = std::log(options_.noise_lower);
    bounds.upper[p] = std::log(options_.noise_upper);
  }
  return bounds;
}

template <typename Input>
double GaussianProcess<Input>::objective(const Batch& X, const Eigen::VectorXd& targets,
                                         const Eigen::VectorXd& theta, Eigen::VectorXd& gradient) const {
  const int p = kernel_->hyperparameter_count();
  const auto kernel = copy_of(*kernel_);
  kernel->set_hyperparameters(theta.head(p));
  const double noise = noise_of(theta);
  DifferentiableGram gram = kernel->differentiable_gram(X);
  gram.K.diagonal().array() += noise;
  gradient = Eigen::VectorXd::Zero(theta.size());
  auto factor = cholesky(gram.K, options_.jitter);
  if (!factor) return -std::numeric_limits<double>::infinity();
  double value = log_evidence(factor->lower, solve_lower(*factor, targets));
  const Eigen::VectorXd alpha = solve(*factor, targets);
  const Eigen::MatrixXd W = evidence_gradient_weights(std::move(*factor), alpha);
  gradient.head(p) = gram.gradient(W);
  if (options_.learn_noise) gradient[p] = noise * W.trace();
  for (std::size_t j = 0; j < options_.priors.size(); ++j) {
    if (!options_.priors[j]) continue;
    value += options_.priors[j]->log_density(theta[j]);
    gradient[j] += options_.priors[j]->slope(theta[j]);
  }
  return value;
}

template <typename Input>
GaussianProcessFit<Input> GaussianProcess<Input>::fit(const Batch& X, const Eigen::VectorXd& y,
                                                      Rng& rng) const {
  if (batch_size(X) != y.size() || y.size() == 0)
    throw InputError("Gaussian process: {} inputs with {} targets, expected as many, at least 1",
                     batch_size(X), y.size());
  if (!y.allFinite()) throw InputError("Gaussian process: not all targets are finite");
  const Standardisation standardisation = options_.standardise ? Standardisation::of(y) : Standardisation{};
  const Eigen::VectorXd targets = standardisation.apply(y);
  const Bounds box = bounds();
  const SmoothFunction negative = [&](const Eigen::VectorXd& theta, Eigen::VectorXd& gradient) {
    const double value = objective(X, targets, theta, gradient);
    gradient = -gradient;
    return -value;
  };

  GaussianProcessFit<Input> result;
  double best = std::numeric_limits<double>::infinity();
  for (int start = 0; start < options_.starts; ++start) {
    Eigen::VectorXd theta(box.lower.size());
    if (start == 0) {
      theta.head(kernel_->hyperparameter_count()) = kernel_->hyperparameters();
      if (options_.learn_noise) theta[theta.size() - 1] = std::log(options_.noise);
    } else {
      for (Eigen::Index j = 0; j < theta.size(); ++j) theta[j] = rng.uniform(box.lower[j], box.upper[j]);
    }
    const BoundedLbfgsSummary search =
        minimise_bounded(negative, theta, box.lower, box.upper, options_.search);
    result.summary.evaluations += search.evaluations;
    if (search.termination == Termination::not_finite || !(search.value < best)) continue;
    best = search.value;
    result.summary.hyperparameters = search.x;
    result.summary.termination = search.termination;
  }
  if (!std::isfinite(best)) return result;

  auto kernel = copy_of(*kernel_);
  kernel->set_hyperparameters(result.summary.hyperparameters.head(kernel_->hyperparameter_count()));
  result.model = FittedGaussianProcess<Input>::condition(
      std::move(kernel), X, y, noise_of(result.summary.hyperparameters), standardisation, options_.jitter);
  if (result.model) {
    result.summary.log_evidence = result.model->log_evidence();
    result.summary.log_posterior = -best;
    result.summary.jitter = result.model->jitter();
  }
  return result;
}

// Compiled once, in gaussian_process.cc.
extern template class GaussianProcess<Eigen::VectorXd>;

}  // namespace bora::surrogates
