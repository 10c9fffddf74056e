// Gaussian process of the trials of a run, from which the report draws its curves.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "surrogates/gp/output_transform.h"
#include "surrogates/posterior/posterior.h"
#include "tuning/tuning.h"

namespace bora::tuning {

/// Gaussian process fitted to one objective in all told trials with a value. Kernel, priors and transform of
/// the values are those of BayesianOptimiser; the optimiser of the run does not matter.
class TrialsModel {
 public:
  struct Prediction {
    double median, lower, upper;  ///< 50%, 2.5% and 97.5% quantiles of the noise-free value
  };

  /// Fits a model to the values of objective `objective` (an index). Returns nullopt for fewer than 4 values,
  /// for equal values, or if the fit fails. tuning.space() must outlive the model.
  static std::optional<TrialsModel> fit(const Tuning& tuning, std::size_t objective);

  /// Returns the prediction at a point of the space, on the scale of the values.
  Prediction predict(const Eigen::VectorXd& point) const;

  /// Returns the total effect of each parameter on the posterior mean, on the transformed scale of the fit:
  /// the share of the variance over the space that would remain if all other parameters were known (Homma
  /// and Saltelli 1996, by Jansen's estimator). Effects are scaled to add up to 1; an interaction counts for
  /// each parameter that takes part. A parameter that is frozen or computed from others has 0. Empty if the
  /// mean is constant.
  std::vector<double> effects() const;

 private:
  /// Transform of the values: sign (so that larger is better), then LowerTail, then Yeo-Johnson.
  struct Output {
    double sign = 1;
    LowerTail tail;
    YeoJohnson power;
    /// Returns the value whose transform is t.
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
