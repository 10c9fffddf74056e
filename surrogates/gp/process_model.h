// Gaussian process as a model whose hyper-parameters are refitted after a number of new observations.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/gp/gaussian_process.h"
#include "surrogates/gp/subset.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Returns options for a learnt noise, which starts at 1e-3 and is at least 1e-6.
inline GaussianProcessOptions with_learnt_noise() {
  GaussianProcessOptions options;
  options.noise = 1e-3;
  options.learn_noise = true;
  options.noise_lower = 1e-6;
  return options;
}

struct ProcessModelOptions {
  /// The next fit is due after refit_every >= 1 new observations, or refit_growth >= 0 times the number at
  /// the last fit, whichever is more.
  int refit_every = 1;
  double refit_growth = 0;
  /// Maximum number of observations to which hyper-parameters are fitted, >= 100: the 50 best and others
  /// drawn at random. They are standardised by the mean and deviation of all observations. The time of a fit
  /// grows with the cube of their number, and more of them hardly change its result. Predictions use all
  /// observations.
  int most_fitted = 1000000;
  /// Number of observations, >= 50, to which all starts are fitted first if there are more than most_fitted.
  /// Only the best start continues with most_fitted observations. Both stages end when an iteration changes
  /// the log posterior by less than 1e-4 of its value. 0: every start is fitted to most_fitted observations.
  int starts_compared_on = 0;
  /// Options of fits. The first starts at fit.noise, each later one at the noise of the last.
  GaussianProcessOptions fit = with_learnt_noise();
  void check() const {  ///< throws InputError naming the field
    if (refit_every < 1) throw InputError("refit_every: {} is below 1", refit_every);
    if (most_fitted < 100) throw InputError("most_fitted: {} is below 100", most_fitted);
    if (starts_compared_on != 0 && (starts_compared_on < 50 || starts_compared_on > most_fitted))
      throw InputError("starts_compared_on: {}, expected 0 or 50 to {}", starts_compared_on, most_fitted);
    if (!(refit_growth >= 0)) throw InputError("refit_growth: {} is below 0", refit_growth);
    fit.check();
  }
};

/// Gaussian process model. Between fits it keeps the hyper-parameters and adds the new observations; each fit
/// starts from the hyper-parameters of the last.
template <typename Point>
class ProcessModel final : public Model<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  using KernelType = typename KernelOver<Point>::type;
  using Process = FittedGaussianProcess<Point>;

  /// kernel: its hyper-parameters are the first start of the first fit. Throws InputError.
  ProcessModel(std::unique_ptr<KernelType> kernel, ProcessModelOptions options)
      : first_kernel_(std::move(kernel)), kernel_(copy_of(*first_kernel_)), options_(std::move(options)) {
    options_.check();
    noise_ = options_.fit.noise;
  }

  /// Returns posterior() as its class; null if no covariance tried was positive definite.
  std::shared_ptr<const Process> process(Batch X, const Eigen::VectorXd& y, Rng& rng);
  std::shared_ptr<const Posterior<Point>> posterior(Batch X, const Eigen::VectorXd& y, Rng& rng) override {
    return process(std::move(X), y, rng);
  }
  std::unique_ptr<Model<Point>> fresh() const override {
    return std::make_unique<ProcessModel>(copy_of(*first_kernel_), options_);
  }
  /// Returns the kernel with the hyper-parameters of the last fit.
  const KernelType& kernel() const { return *kernel_; }

 private:
  Standardisation standardisation(const Eigen::VectorXd& y) const {
    return options_.fit.standardise ? Standardisation::of(y) : Standardisation{};
  }
  // Returns the process with the hyper-parameters of the last fit.
  std::optional<Process> conditioned(Batch X, const Eigen::VectorXd& y) const;
  // Returns `process` and keeps it in last_ if growing it later is faster than factorising again.
  std::shared_ptr<const Process> kept(std::optional<Process> process);
  // Fits to most_fitted observations, as ProcessModelOptions describes.
  GaussianProcessFit<Point> fit_to_some(GaussianProcessOptions of_fit, const Batch& X,
                                        const Eigen::VectorXd& y, Rng& rng) const;

  std::unique_ptr<KernelType> first_kernel_, kernel_;
  ProcessModelOptions options_;
  double noise_;                         // noise of the last fit
  Eigen::Index fitted_at_ = 0;           // number of observations at the last fit; 0: never fitted
  std::shared_ptr<const Process> last_;  // process with these hyper-parameters that can be grown; may be null
};

template <typename Point>
std::shared_ptr<const FittedGaussianProcess<Point>> ProcessModel<Point>::process(Batch X,
                                                                                 const Eigen::VectorXd& y,
                                                                                 Rng& rng) {
  const double wait =
      std::max<double>(options_.refit_every, options_.refit_growth * static_cast<double>(fitted_at_));
  if (fitted_at_ > 0 && static_cast<double>(y.size() - fitted_at_) < wait)
    return kept(conditioned(std::move(X), y));
  GaussianProcessOptions of_fit = options_.fit;
  of_fit.noise = noise_;
  const bool all = y.size() <= options_.most_fitted;
  auto fit = all ? GaussianProcess<Point>(*kernel_, of_fit).fit(X, y, rng) : fit_to_some(of_fit, X, y, rng);
  if (!fit.model) return nullptr;
  fitted_at_ = y.size();
  noise_ = fit.model->noise();
  kernel_ = copy_of(fit.model->kernel());
  last_ = nullptr;
  return kept(all ? std::move(fit.model) : conditioned(std::move(X), y));
}

template <typename Point>
std::optional<FittedGaussianProcess<Point>> ProcessModel<Point>::conditioned(Batch X,
                                                                             const Eigen::VectorXd& y) const {
  if constexpr (std::is_same_v<Batch, Eigen::MatrixXd>)
    if (last_)
      if (auto grown = last_->grown(X, y, standardisation(y))) return grown;
  return Process::condition(copy_of(*kernel_), std::move(X), y, noise_, standardisation(y));
}

template <typename Point>
std::shared_ptr<const FittedGaussianProcess<Point>> ProcessModel<Point>::kept(
    std::optional<Process> process) {
  constexpr Eigen::Index kGrowsFrom = 200;  // with fewer, a factorisation takes under a millisecond
  if (!process) return nullptr;
  auto shared = std::make_shared<const Process>(std::move(*process));
  constexpr bool kGrows = std::is_same_v<Batch, Eigen::MatrixXd>;
  last_ = kGrows && shared->observations() >= kGrowsFrom ? shared : nullptr;
  return shared;
}

template <typename Point>
GaussianProcessFit<Point> ProcessModel<Point>::fit_to_some(GaussianProcessOptions of_fit, const Batch& X,
                                                           const Eigen::VectorXd& y, Rng& rng) const {
  // The unit of the noise and of the kernel's variance is that of all targets, for which they are used.
  const Eigen::VectorXd targets = standardisation(y).apply(y);
  of_fit.standardise = false;
  const auto fit_to = [&](int count, const KernelType& kernel) {
    const std::vector<int> order = best_and_others(y, count, rng);
    return GaussianProcess<Point>(kernel, of_fit).fit(picked(X, order), targets(order), rng);
  };
  if (options_.starts_compared_on == 0) return fit_to(options_.most_fitted, *kernel_);
  // A sample of other observations would change the maximum by more than this.
  of_fit.search.value_tolerance = std::max(of_fit.search.value_tolerance, 1e-4);
  const GaussianProcessFit<Point> compared = fit_to(options_.starts_compared_on, *kernel_);
  if (!compared.model) return fit_to(options_.most_fitted, *kernel_);
  of_fit.starts = 1;
  of_fit.noise = compared.model->noise();
  return fit_to(options_.most_fitted, compared.model->kernel());
}

// Compiled once, in gaussian_process.cc.
extern template class ProcessModel<Eigen::VectorXd>;

}  // namespace bora::surrogates
