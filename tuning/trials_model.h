// Model of all trials, as used in the report.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/posterior/posterior.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// A Gaussian process fitted to the values of one objective in all trials told, whatever the optimiser, with
/// the kernel, the priors and the transform of values of BayesianOptimiser.
class TrialsModel {
 public:
  struct Prediction {
    double median, lower, upper;  ///< quantiles of the value without noise: 50, 2.5 and 97.5%
  };

  /// Fits a model to one objective; none if there are fewer than 4 values or all are equal.
  static std::optional<TrialsModel> fit(const Tuning& tuning, std::size_t objective);

  Prediction predict(const Eigen::VectorXd& point) const;

  /// Returns the total effect of each parameter on the mean of the model over the space, on the scale that it
  /// is fitted on: the share of the variance that would remain if all other parameters were known (Homma and
  /// Saltelli 1996, by Jansen's estimator). Effects are scaled to add up to 1, so that an interaction
  /// counts for each parameter that takes part. A parameter that is frozen or computed from others has 0.
  /// Empty if the mean is constant.
  std::vector<double> effects() const;

 private:
  /// Transform of the values, whose sign is such that larger ones are better.
  struct Output {
    double sign = 1;
    LowerTail tail;
    YeoJohnson power;
    /// Returns the value that is transformed to t.
    double value(double t) const { return sign * tail.inverse(power.inverse(t)); }
  };
  TrialsModel(const ParameterSpace& space, Output output,
              std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior)
      : space_(&space), output_(output), posterior_(std::move(posterior)) {}
  Eigen::VectorXd means(const std::vector<Eigen::VectorXd>& points) const {
    return posterior_->mean(space_->space().to_units(points));
  }

  const ParameterSpace* space_;
  Output output_;
  std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior_;
};

}  // namespace bora::tuning
