#include "surrogates/search/refitted_process.h"

#include <utility>

namespace bora {

RefittedProcess::RefittedProcess(std::unique_ptr<ContinuousKernel> kernel, int every,
                                 GaussianProcessOptions options)
    : kernel_(std::move(kernel)), every_(every), options_(std::move(options)) {
  options_.noise = 1e-3;
  options_.learn_noise = true;
  options_.noise_lower = 1e-6;
}

std::optional<FittedGaussianProcess<Eigen::VectorXd>> RefittedProcess::of(Eigen::MatrixXd X,
                                                                          const Eigen::VectorXd& y,
                                                                          Rng& rng) {
  if (fitted_at_ > 0 && y.size() - fitted_at_ < every_)
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
