#include "surrogates/search/refitted_process.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace bora {

RefittedProcess::RefittedProcess(std::unique_ptr<ContinuousKernel> kernel, int every,
                                 GaussianProcessOptions options, double growth, int most_fitted)
    : kernel_(std::move(kernel)),
      every_(every),
      growth_(growth),
      most_fitted_(most_fitted),
      options_(std::move(options)) {
  options_.noise = 1e-3;
  options_.learn_noise = true;
  options_.noise_lower = 1e-6;
}

std::optional<FittedGaussianProcess<Eigen::VectorXd>> RefittedProcess::of(Eigen::MatrixXd X,
                                                                          const Eigen::VectorXd& y,
                                                                          Rng& rng) {
  const double wait = std::max<double>(every_, growth_ * static_cast<double>(fitted_at_));
  if (fitted_at_ > 0 && static_cast<double>(y.size() - fitted_at_) < wait)
    return FittedGaussianProcess<Eigen::VectorXd>::condition(kernel_->clone_continuous(), std::move(X), y,
                                                             options_.noise, Standardisation::of(y));
  const GaussianProcess<Eigen::VectorXd> process(*kernel_, options_);
  const auto n = static_cast<int>(y.size());
  auto fit = n <= most_fitted_ ? process.fit(X, y, rng) : fit_to_some(process, X, y, rng);
  if (!fit.model) return std::nullopt;
  fitted_at_ = y.size();
  options_.noise = fit.model->noise();
  kernel_ = fit.model->kernel().clone_continuous();
  if (n <= most_fitted_) return std::move(fit.model);
  return FittedGaussianProcess<Eigen::VectorXd>::condition(kernel_->clone_continuous(), std::move(X), y,
                                                           options_.noise, Standardisation::of(y));
}

GaussianProcessFit<Eigen::VectorXd> RefittedProcess::fit_to_some(
    const GaussianProcess<Eigen::VectorXd>& process, const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
    Rng& rng) const {
  constexpr int kBest = 50;
  const auto n = static_cast<int>(y.size());
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return y[a] > y[b]; });
  std::vector<int> others(order.begin() + kBest, order.end());
  rng.shuffle(others);
  order.resize(kBest);
  order.insert(order.end(), others.begin(), others.begin() + (most_fitted_ - kBest));
  return process.fit(X(order, Eigen::all), y(order), rng);
}

}  // namespace bora
