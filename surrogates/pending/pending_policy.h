// Policies for pending points, which have been proposed but have no value yet: the model gets an imputed
// value, or the acquisition is penalised around the points.
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

/// Policy for pending points. Without one, an optimiser would choose the same point again until its value is
/// known.
template <typename Point>
class PendingPolicy {
 public:
  using Batch = typename BatchOf<Point>::type;
  using PosteriorPtr = std::shared_ptr<const Posterior<Point>>;
  using ScorePtr = std::shared_ptr<const AcquisitionFunction<Point>>;
  virtual ~PendingPolicy() = default;

  /// Returns `posterior` given the imputed value of the pending point z; unchanged if the policy imputes none
  /// or the point adds nothing numerically.
  PosteriorPtr given(PosteriorPtr posterior, const Point& z) const {
    const Batch Z = batch_of(z);
    const std::optional<double> imputed = value(*posterior, Z);
    if (!imputed) return posterior;
    PosteriorPtr grown = posterior->given(Z, Eigen::VectorXd::Constant(1, *imputed));
    return grown ? grown : posterior;
  }
  /// Returns the logarithm of a factor by which the score is multiplied while z is pending; null: no factor.
  virtual ScorePtr penalty(const Point& /*z*/, Rng& /*rng*/) { return nullptr; }
  /// Returns whether a pending point may change the point of largest score.
  virtual bool matters() const { return true; }

 protected:
  /// Returns the value imputed for the point (a batch of one); none: no value is imputed.
  virtual std::optional<double> value(const Posterior<Point>& posterior, const Batch& Z) const = 0;
};

/// Policy that imputes the posterior mean at the point (Ginsbourger, Le Riche and Carraro 2010), which
/// reduces the variance around it and leaves the mean unchanged.
template <typename Point>
class KrigingBeliever final : public PendingPolicy<Point> {
  std::optional<double> value(const Posterior<Point>& posterior,
                              const typename BatchOf<Point>::type& Z) const override {
    return posterior.mean(Z)[0];
  }
};

/// Policy that imputes the same value at all pending points (Ginsbourger, Le Riche and Carraro 2010). The
/// least observed value keeps later points away, the largest attracts them, and the mean is in between.
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

/// Policy that imputes nothing. Points of a batch differ only because no point is proposed twice.
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
/// plural noun for points without distances, such as "architectures", for the message.
void check_imputing_policy(const std::string& name, const std::string& points);

/// Makes the policy of imputing_policy_names() called `name`. y: observed targets, at least one. Throws
/// InputError as check_imputing_policy() does.
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
