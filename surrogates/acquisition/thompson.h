// Thompson sampling: acquisition functions that are functions drawn from the posterior.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "common/error.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Acquisition function that is a given function.
template <typename Point>
class FunctionAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  /// smooth: whether the function has gradients.
  FunctionAcquisition(std::shared_ptr<const SampledFunction<Point>> function, bool smooth)
      : function_(std::move(function)), smooth_(smooth) {}

  Eigen::VectorXd values(const Batch& Z) const override { return function_->values(Z); }
  bool smooth() const override { return smooth_; }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    gradient = function_->gradients(batch_of(z), Eigen::VectorXd::Ones(1)).row(0).transpose();
    return function_->values(batch_of(z))[0];
  }

 private:
  std::shared_ptr<const SampledFunction<Point>> function_;
  bool smooth_;
};

/// Returns a draw from a joint posterior; none if its covariance is not positive definite even with jitter.
std::optional<Eigen::VectorXd> drawn_jointly(const JointPosterior& posterior, Rng& rng);

/// Returns a rule that draws a new function for each acquisition function (Thompson 1933; with pending
/// points: Kandasamy et al. 2018). If the model can draw whole functions, one is used. Otherwise values are
/// drawn jointly at `points` >= 1 random points of the space, and the function is the posterior mean given
/// these values. If their covariance cannot be factorised, fewer points are drawn. Throws InputError.
template <typename Point>
AcquisitionRule<Point> thompson_rule(SearchedSpace<Point> space, int points = 256) {
  if (points < 1) throw InputError("points: {} is below 1", points);
  return [=](const AcquisitionContext<Point>& now) -> std::shared_ptr<const AcquisitionFunction<Point>> {
    if (auto function = now.posterior->sampled(now.rng))
      return std::make_shared<const FunctionAcquisition<Point>>(std::move(function), now.posterior->smooth());
    for (int count = points; count > 0; count /= 2) {
      const auto Z = space.draw(count, now.rng);
      const auto values = drawn_jointly(now.posterior->joint(Z), now.rng);
      if (!values) continue;
      // The mean is an upper confidence bound with zero deviations.
      if (auto function = now.posterior->through(Z, *values))
        return std::make_shared<const PosteriorAcquisition<Point>>(
            std::move(function), std::make_shared<const UpperConfidenceBound>(0));
    }
    // A model without uncertainty has one function only, its mean.
    return std::make_shared<const PosteriorAcquisition<Point>>(
        now.posterior, std::make_shared<const UpperConfidenceBound>(0));
  };
}

}  // namespace bora::surrogates
