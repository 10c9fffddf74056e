// Models of constraints whose values are known only at observed points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "common/random.h"
#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Models of the constraints' slacks, which are at least 0 where the constraints are met. The acquisition
/// times the probability that each constraint is met (Schonlau, Welch and Jones 1998; Gardner et al. 2014)
/// leads to the best point that meets them; the probabilities alone lead to a first one (Gelbart, Snoek and
/// Adams 2014).
template <typename Point>
class ConstraintPosteriors {
 public:
  using Batch = typename BatchOf<Point>::type;

  /// models: one for each constraint.
  explicit ConstraintPosteriors(std::vector<std::unique_ptr<Model<Point>>> models)
      : models_(std::move(models)), of_(models_.size()) {}

  int count() const { return static_cast<int>(models_.size()); }

  /// Learns from the slacks (n rows, one slack for each constraint) at X, n >= 1. A constraint whose model is
  /// not usable is left out until the next call.
  void learn(const Batch& X, const std::vector<std::vector<double>>& slacks, Rng& rng) {
    for (std::size_t k = 0; k < of_.size(); ++k) {
      Eigen::VectorXd y(static_cast<Eigen::Index>(slacks.size()));
      for (std::size_t i = 0; i < slacks.size(); ++i) y[static_cast<Eigen::Index>(i)] = slacks[i][k];
      y = compressed(y);
      // Searches stop at slopes and variances that are small as numbers.
      const Standardisation scale = Standardisation::of(y);
      of_[k] = {models_[k]->posterior(X, scale.apply(y), rng), -scale.mean / scale.deviation};
    }
  }

  /// Imputes the mean slacks at a pending point; returns whether they meet all constraints.
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

  /// Returns, for each constraint, the logarithm of the probability that it is met.
  std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> log_probabilities() const {
    std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> scores;
    for (const auto& [posterior, threshold] : of_)
      if (posterior)
        scores.push_back(std::make_shared<const PosteriorAcquisition<Point>>(
            posterior, std::make_shared<const LogProbabilityAbove>(threshold)));
    return scores;
  }

  /// Returns the slacks as the models see them: asinh(slack / s), s being the upper quartile of |slack|. It
  /// keeps signs and is nearly linear around 0, while a few slacks far larger than all others do not hide the
  /// rest (like the bilog transform of Eriksson and Poloczek 2021, but smooth at 0).
  static Eigen::VectorXd compressed(const Eigen::VectorXd& slacks) {
    Eigen::VectorXd sizes = slacks.cwiseAbs();
    double* const quartile = sizes.data() + (sizes.size() - 1) * 3 / 4;
    std::nth_element(sizes.data(), quartile, sizes.data() + sizes.size());
    return *quartile > 0 ? Eigen::VectorXd((slacks / *quartile).array().asinh()) : slacks;
  }

 private:
  struct OfConstraint {
    std::shared_ptr<const Posterior<Point>> posterior;  // posterior of standardised slacks; null: not known
    double threshold = 0;                               // slack 0 on the standardised scale
  };
  std::vector<std::unique_ptr<Model<Point>>> models_;
  std::vector<OfConstraint> of_;
};

}  // namespace bora::surrogates
