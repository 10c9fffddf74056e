// Model that chooses among Gaussian processes with different kernels by their evidence.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/gp/gaussian_process.h"

namespace bora::surrogates {

/// Model that refits the hyper-parameters of each kernel at every call. The posterior is that of the process
/// with the largest log evidence, plus log priors if there are any.
template <typename Point>
class ChosenByEvidence final : public Model<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  using KernelType = typename KernelOver<Point>::type;

  /// kernels: at least one, with the hyper-parameters from which fits start. Throws InputError.
  ChosenByEvidence(std::vector<std::shared_ptr<const KernelType>> kernels, GaussianProcessOptions options)
      : kernels_(std::move(kernels)), options_(std::move(options)) {
    if (kernels_.empty()) throw InputError("kernels: none, expected at least 1");
    options_.check();
  }

  std::shared_ptr<const Posterior<Point>> posterior(Batch X, const Eigen::VectorXd& y, Rng& rng) override {
    std::optional<GaussianProcessFit<Point>> best;
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      auto fit = GaussianProcess<Point>(*kernels_[i], options_).fit(X, y, rng);
      if (!fit.model || (best && !(fit.summary.log_posterior > best->summary.log_posterior))) continue;
      best = std::move(fit);
      chosen_ = static_cast<int>(i);
      log_evidence_ = best->summary.log_posterior;
    }
    if (!best) return nullptr;
    return std::make_shared<const FittedGaussianProcess<Point>>(std::move(*best->model));
  }
  std::unique_ptr<Model<Point>> fresh() const override {
    return std::make_unique<ChosenByEvidence>(kernels_, options_);
  }
  /// Returns the index of the kernel of the last posterior; -1 before there was one.
  int chosen() const { return chosen_; }
  /// Returns the log evidence, plus log priors if there are any, of the last posterior; 0 before there was
  /// one.
  double log_evidence() const { return log_evidence_; }

 private:
  std::vector<std::shared_ptr<const KernelType>> kernels_;
  GaussianProcessOptions options_;
  int chosen_ = -1;
  double log_evidence_ = 0;
};

}  // namespace bora::surrogates
