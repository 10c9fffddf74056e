// What is made of points that were asked for and have no value yet: a model is told one that is made up, or
// their neighbourhood is penalised.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/score.h"
#include "surrogates/belief/belief.h"

namespace bora {

/// Without it, an optimiser that is asked twice would ask twice for the same point.
template <typename Point>
class PendingPolicy {
 public:
  using Batch = typename BatchOf<Point>::type;
  using BeliefPtr = std::shared_ptr<const Belief<Point>>;
  using ScorePtr = std::shared_ptr<const Score<Point>>;
  virtual ~PendingPolicy() = default;

  /// `belief` as it is to be seen while the point z is pending; as it is where the point adds nothing
  /// numerically.
  BeliefPtr given(BeliefPtr belief, const Point& z) const {
    const Batch Z = batch_of(z);
    const std::optional<double> told = value(*belief, Z);
    if (!told) return belief;
    BeliefPtr grown = belief->given(Z, Eigen::VectorXd::Constant(1, *told));
    return grown ? grown : belief;
  }
  /// The logarithm of a factor by which the score is to be multiplied while z is pending; null: none.
  virtual ScorePtr penalty(const Point& /*z*/, Rng& /*rng*/) { return nullptr; }
  /// Whether a pending point may change where the score is largest.
  virtual bool matters() const { return true; }

 protected:
  /// The value that the point, a batch of one, is taken to have; none: the belief stays as it is.
  virtual std::optional<double> value(const Belief<Point>& belief, const Batch& Z) const = 0;
};

/// The posterior mean at the point (Ginsbourger, Le Riche and Carraro 2010): the variance falls there, the
/// mean stays.
template <typename Point>
class KrigingBeliever final : public PendingPolicy<Point> {
  std::optional<double> value(const Belief<Point>& belief,
                              const typename BatchOf<Point>::type& Z) const override {
    return belief.mean(Z)[0];
  }
};

/// One of the values observed (ibid.): the least keeps later points away, the largest brings them near, the
/// mean is between.
template <typename Point>
class ConstantLiar final : public PendingPolicy<Point> {
 public:
  explicit ConstantLiar(double lie) : lie_(lie) {}

 private:
  std::optional<double> value(const Belief<Point>& /*belief*/,
                              const typename BatchOf<Point>::type& /*Z*/) const override {
    return lie_;
  }
  double lie_;
};

/// Nothing: only that the same point is never asked twice keeps batches apart.
template <typename Point>
class IgnorePending final : public PendingPolicy<Point> {
 public:
  bool matters() const override { return false; }

 private:
  std::optional<double> value(const Belief<Point>& /*belief*/,
                              const typename BatchOf<Point>::type& /*Z*/) const override {
    return std::nullopt;
  }
};

/// Those that take a value for what is pending, for any model: believer, liar-min, liar-mean, liar-max, none.
const std::vector<std::string>& told_policy_names();
/// They, and those of local_penalisation.h: lp, hlp, local-lp, local-hlp.
const std::vector<std::string>& pending_policy_names();
/// Throws InputError with the nearest valid name.
void check_pending_policy(const std::string& name);
/// Throws InputError also for a name that penalises distances; `points`, in plural, are what has none.
void check_told_policy(const std::string& name, const std::string& points);

/// One that tells the model values. y: the targets observed, at least one. Throws InputError as
/// check_told_policy does.
template <typename Point>
std::unique_ptr<PendingPolicy<Point>> make_pending_policy(const std::string& name, const Eigen::VectorXd& y) {
  check_told_policy(name, "these points");
  if (name == "liar-min") return std::make_unique<ConstantLiar<Point>>(y.minCoeff());
  if (name == "liar-mean") return std::make_unique<ConstantLiar<Point>>(y.mean());
  if (name == "liar-max") return std::make_unique<ConstantLiar<Point>>(y.maxCoeff());
  if (name == "none") return std::make_unique<IgnorePending<Point>>();
  return std::make_unique<KrigingBeliever<Point>>();
}

}  // namespace bora
