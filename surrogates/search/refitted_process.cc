#include "surrogates/search/refitted_process.h"

#include <algorithm>
#include <utility>

namespace bora {

RefittedProcess::RefittedProcess(std::unique_ptr<ContinuousKernel> kernel, int every,
                                 GaussianProcessOptions options, double growth)
    : kernel_(std::move(kernel)), every_(every), growth_(growth), options_(std::move(options)) {
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
  auto fit = GaussianProcess<Eigen::VectorXd>(*kernel_, options_).fit(X, y, rng);
  if (!fit.model) return std::nullopt;
  fitted_at_ = y.size();
  options_.noise = fit.model->noise();
  kernel_ = fit.model->kernel().clone_continuous();
  return std::move(fit.model);
}

}  // namespace bora
