// Models of constraints that are known only at observed points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Models of the slacks of constraints; a constraint is met where its slack is >= 0. To find the best point
/// that meets all constraints, an acquisition is multiplied by the probability that each is met (Schonlau,
/// Welch and Jones 1998; Gardner et al. 2014). Until some point meets all, the probabilities alone are
/// maximised (Gelbart, Snoek and Adams 2014).
template <typename Point>
class ConstraintPosteriors {
 public:
  using Batch = typename BatchOf<Point>::type;

  /// models: one for each constraint.
  explicit ConstraintPosteriors(std::vector<std::unique_ptr<Model<Point>>> models)
      : models_(std::move(models)), of_(models_.size()) {}

  int count() const { return static_cast<int>(models_.size()); }

  /// Fits the models to the slacks at n >= 1 points X: n vectors of one slack for each constraint. A
  /// constraint whose model cannot be fitted is ignored until the next call.
  void learn(const Batch& X, const std::vector<std::vector<double>>& slacks, Rng& rng) {
    for (std::size_t k = 0; k < of_.size(); ++k) {
      Eigen::VectorXd y(static_cast<Eigen::Index>(slacks.size()));
      for (std::size_t i = 0; i < slacks.size(); ++i) y[static_cast<Eigen::Index>(i)] = slacks[i][k];
      y = compressed(y);
      // Slacks are standardised, because optimisers stop at gradients below an absolute tolerance.
      const Standardisation scale = Standardisation::of(y);
      of_[k] = {models_[k]->posterior(X, scale.apply(y), rng), -scale.mean / scale.deviation};
    }
  }

  /// Imputes the posterior means of the slacks at a pending point, and returns whether these meet all
  /// constraints.
  bool impute(const Point& z) {
    const Batch Z = batch_of(z);
    bool met = true;
    for (auto& [posterior, threshold] : of_) {
      if (!posterior) continue;
      const Eigen::VectorXd mean = posterior->mean(Z);
      met = met && mean[0] >= threshold;
      if (auto grown = posterior->given(Z, mean)) posterior = std::move(grown);
    }
    return met;
  }

  /// Returns, for each constraint that is not ignored, the log-probability that it is met.
  std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> log_probabilities() const {
    std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> scores;
    for (const auto& [posterior, threshold] : of_)
      if (posterior)
        scores.push_back(std::make_shared<const PosteriorAcquisition<Point>>(
            posterior, std::make_shared<const LogProbabilityAbove>(threshold)));
    return scores;
  }

  /// Transforms the slacks of one constraint (n) to asinh(slack / s), where s is the upper quartile of
  /// |slack|. This keeps the signs, is nearly linear around 0, and compresses slacks that are far larger than
  /// the others (like the bilog transform of Eriksson and Poloczek 2021, but smooth at 0).
  static Eigen::VectorXd compressed(const Eigen::VectorXd& slacks) {
    Eigen::VectorXd sizes = slacks.cwiseAbs();
    double* const quartile = sizes.data() + (sizes.size() - 1) * 3 / 4;
    std::nth_element(sizes.data(), quartile, sizes.data() + sizes.size());
    if (!(*quartile > 0)) return slacks;
    constexpr double kLargest = std::numeric_limits<double>::max();  // the quotient may overflow
    return (slacks / *quartile).array().max(-kLargest).min(kLargest).asinh();
  }

 private:
  struct OfConstraint {
    std::shared_ptr<const Posterior<Point>> posterior;  // posterior of standardised slacks; null: ignored
    double threshold = 0;                               // slack of 0 on the standardised scale
  };
  std::vector<std::unique_ptr<Model<Point>>> models_;
  std::vector<OfConstraint> of_;
};

}  // namespace bora::surrogates
