// Policies for pending points, which were asked for and have no value yet: the model is told an imputed
// value, or the neighbourhood of the points is penalised.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/posterior/posterior.h"

namespace bora::surrogates {

/// Policy for points that are pending. Without one, an optimiser that is asked twice would choose the same
/// point twice.
template <typename Point>
class PendingPolicy {
 public:
  using Batch = typename BatchOf<Point>::type;
  using PosteriorPtr = std::shared_ptr<const Posterior<Point>>;
  using ScorePtr = std::shared_ptr<const AcquisitionFunction<Point>>;
  virtual ~PendingPolicy() = default;

  /// Returns `posterior` updated for the pending point z, or unchanged if the point adds nothing numerically.
  PosteriorPtr given(PosteriorPtr posterior, const Point& z) const {
    const Batch Z = batch_of(z);
    const std::optional<double> told = value(*posterior, Z);
    if (!told) return posterior;
    PosteriorPtr grown = posterior->given(Z, Eigen::VectorXd::Constant(1, *told));
    return grown ? grown : posterior;
  }
  /// Returns the logarithm of a factor by which the score is multiplied while z is pending; null: no factor.
  virtual ScorePtr penalty(const Point& /*z*/, Rng& /*rng*/) { return nullptr; }
  /// Returns true if a pending point may change where the score is largest.
  virtual bool matters() const { return true; }

 protected:
  /// Returns the value imputed for the point, a batch of one; none: the posterior stays unchanged.
  virtual std::optional<double> value(const Posterior<Point>& posterior, const Batch& Z) const = 0;
};

/// Policy that imputes the posterior mean at the point (Ginsbourger, Le Riche and Carraro 2010): the variance
/// falls there, the mean stays.
template <typename Point>
class KrigingBeliever final : public PendingPolicy<Point> {
  std::optional<double> value(const Posterior<Point>& posterior,
                              const typename BatchOf<Point>::type& Z) const override {
    return posterior.mean(Z)[0];
  }
};

/// Policy that imputes one of the observed values (Ginsbourger, Le Riche and Carraro 2010): the least value
/// keeps later points away, the largest attracts them, and the mean is in between.
template <typename Point>
class ConstantLiar final : public PendingPolicy<Point> {
 public:
  explicit ConstantLiar(double lie) : lie_(lie) {}

 private:
  std::optional<double> value(const Posterior<Point>& /*posterior*/,
                              const typename BatchOf<Point>::type& /*Z*/) const override {
    return lie_;
  }
  double lie_;
};

/// Policy that imputes nothing. Points of a batch differ only because no point is asked for twice.
template <typename Point>
class IgnorePending final : public PendingPolicy<Point> {
 public:
  bool matters() const override { return false; }

 private:
  std::optional<double> value(const Posterior<Point>& /*posterior*/,
                              const typename BatchOf<Point>::type& /*Z*/) const override {
    return std::nullopt;
  }
};

/// Returns the names of policies that impute values, for any model: believer, liar-min, liar-mean, liar-max,
/// none.
const std::vector<std::string>& imputing_policy_names();
/// Returns these names and those of local_penalisation.h: lp, hlp, local-lp, local-hlp.
const std::vector<std::string>& pending_policy_names();
/// Throws InputError, with the nearest valid name, if there is no policy called `name`.
void check_pending_policy(const std::string& name);
/// Throws InputError as check_pending_policy() does, and for a policy that penalises by distances. points:
/// plural noun for points without distances in the message, such as "architectures".
void check_imputing_policy(const std::string& name, const std::string& points);

/// Returns a policy that imputes values. y: observed targets, at least one. Throws InputError as
/// check_imputing_policy() does.
template <typename Point>
std::unique_ptr<PendingPolicy<Point>> make_pending_policy(const std::string& name, const Eigen::VectorXd& y) {
  check_imputing_policy(name, "these points");
  if (name == "liar-min") return std::make_unique<ConstantLiar<Point>>(y.minCoeff());
  if (name == "liar-mean") return std::make_unique<ConstantLiar<Point>>(y.mean());
  if (name == "liar-max") return std::make_unique<ConstantLiar<Point>>(y.maxCoeff());
  if (name == "none") return std::make_unique<IgnorePending<Point>>();
  return std::make_unique<KrigingBeliever<Point>>();
}

}  // namespace bora::surrogates
