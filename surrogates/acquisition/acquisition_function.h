// Acquisition functions of points, which searches maximise, and the rules that make them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Acquisition function, which has a value (score) for each point and, if smooth, a gradient.
template <typename Point>
class AcquisitionFunction {
 public:
  using Batch = typename BatchOf<Point>::type;
  virtual ~AcquisitionFunction() = default;
  /// Returns the m values at the m points Z.
  virtual Eigen::VectorXd values(const Batch& Z) const = 0;
  /// Returns whether points are vectors and the value has a gradient w.r.t. them.
  virtual bool smooth() const { return false; }
  /// Returns whether values are logarithms, so that logarithms of factors may be added.
  virtual bool logarithmic() const { return false; }
  /// Returns the value at z (d) and computes the gradient (d) w.r.t. z. Throws std::logic_error unless
  /// smooth().
  virtual double value(const Point& /*z*/, Eigen::VectorXd& /*gradient*/) const { throw_not_smooth(); }
};
using PointAcquisition = AcquisitionFunction<Eigen::VectorXd>;

/// Acquisition function that applies an Acquisition to the mean and variance of a posterior.
template <typename Point>
class PosteriorAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  PosteriorAcquisition(std::shared_ptr<const Posterior<Point>> posterior,
                       std::shared_ptr<const Acquisition> acquisition)
      : posterior_(std::move(posterior)), acquisition_(std::move(acquisition)) {}

  Eigen::VectorXd values(const Batch& Z) const override {
    const MarginalPosterior at = posterior_->marginal(Z);
    return acquisition_->evaluate(at.mean, at.variance).value;
  }
  bool smooth() const override { return posterior_->smooth(); }
  bool logarithmic() const override { return acquisition_->logarithmic(); }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    double value = 0;
    Eigen::MatrixXd row;
    const auto slopes = [&](const MarginalPosterior& at) -> MarginalPosterior {
      AcquisitionValues values = acquisition_->evaluate(at.mean, at.variance);
      value = values.value[0];
      return {std::move(values.mean_slope), std::move(values.variance_slope)};
    };
    posterior_->marginal_with_gradient(batch_of(z), slopes, row);
    gradient = row.row(0).transpose();
    return value;
  }

 private:
  std::shared_ptr<const Posterior<Point>> posterior_;
  std::shared_ptr<const Acquisition> acquisition_;
};

/// Sum of acquisition functions. If all are logarithms, it is the logarithm of their product.
template <typename Point>
class SumAcquisition final : public AcquisitionFunction<Point> {
 public:
  using Batch = typename BatchOf<Point>::type;
  explicit SumAcquisition(std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> parts)
      : parts_(std::move(parts)) {}

  Eigen::VectorXd values(const Batch& Z) const override {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(batch_size(Z));
    for (const auto& part : parts_) sum += part->values(Z);
    return sum;
  }
  bool smooth() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->smooth(); });
  }
  bool logarithmic() const override {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->logarithmic(); });
  }
  double value(const Point& z, Eigen::VectorXd& gradient) const override {
    double sum = 0;
    Eigen::VectorXd of_part, all;
    for (const auto& part : parts_) {
      sum += part->value(z, of_part);
      if (all.size() == 0) all = Eigen::VectorXd::Zero(of_part.size());
      all += of_part;
    }
    gradient = std::move(all);
    return sum;
  }

 private:
  std::vector<std::shared_ptr<const AcquisitionFunction<Point>>> parts_;
};

/// Data from which a rule makes the acquisition function of one call of ask().
template <typename Point>
struct AcquisitionContext {
  using Batch = typename BatchOf<Point>::type;
  std::shared_ptr<const Posterior<Point>> posterior;
  double incumbent = 0;             ///< largest posterior mean at observed and pending points
  Rng& rng;                         ///< for acquisitions that draw samples
  const Batch* observed = nullptr;  ///< observed points; null: not known
  const Batch* pending = nullptr;   ///< points without values that the posterior does not include; null: none
  /// Points among which the incumbent is chosen; null or empty: the observed ones.
  const Batch* eligible = nullptr;

  /// Returns the same context with another posterior and the incumbent that this posterior has. Without any
  /// point, the incumbent is unchanged.
  AcquisitionContext with(std::shared_ptr<const Posterior<Point>> other) const {
    const Batch* const of = eligible && batch_size(*eligible) > 0 ? eligible : observed;
    const double best = of && batch_size(*of) > 0 ? other->mean(*of).maxCoeff() : incumbent;
    return {std::move(other), best, rng, observed, pending, eligible};
  }
};

/// Function that makes an acquisition function from its context. Acquisitions that need more than mean and
/// variance, such as samples of hyper-parameters or of functions, have their own rules.
template <typename Point>
using AcquisitionRule =
    std::function<std::shared_ptr<const AcquisitionFunction<Point>>(const AcquisitionContext<Point>&)>;

/// Returns the rule of an acquisition that uses mean and variance only. ei and pi are replaced by their
/// logarithms, which have the same maximum, so that logarithms of probabilities and costs can be added.
/// margin: added to the incumbent of ei, log_ei and pi, >= 0, in the unit of the posterior mean (zeta of Ru
/// 2021, section 2.2.1).
template <typename Point>
AcquisitionRule<Point> acquisition_rule(AcquisitionKind kind, double ucb_beta, double margin = 0) {
  return [=](const AcquisitionContext<Point>& now) {
    return std::make_shared<const PosteriorAcquisition<Point>>(
        now.posterior, make_log_acquisition(kind, now.incumbent + margin, ucb_beta));
  };
}

}  // namespace bora::surrogates
