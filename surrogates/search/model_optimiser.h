// Bayesian optimisation over any space, assembled from a model, an acquisition rule and a proposer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/pending/penalised_acquisition.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/posterior/posterior.h"
#include "surrogates/search/ask_tell.h"
#include "surrogates/search/constraint_posteriors.h"
#include "surrogates/search/propose/proposer.h"

namespace bora::surrogates {

/// Parts of which a ModelOptimiser is made.
template <typename Point>
struct ModelOptimiserParts {
  std::unique_ptr<Model<Point>> model;        ///< model of the values
  AcquisitionRule<Point> rule;                ///< makes the acquisition function
  std::unique_ptr<Proposer<Point>> proposer;  ///< maximises the acquisition function
  std::string pending = "believer";           ///< policy for pending points, one of pending_policy_names()
  /// Space-filling sequence: the initial points, followed by points for use while there is no model.
  std::vector<Point> design;
  int initial_points = -1;   ///< number of points of the design before the model may choose; -1: all
  double uniform_share = 0;  ///< share of the points after the initial ones that are drawn uniformly
  /// True: the acquisition accounts for pending points itself, or draws anew for each point. Pending points
  /// then get no imputed values, and the acquisition is made and maximised again for each point of a batch.
  bool rule_sees_pending = false;
  /// Models of the slacks, one for each constraint.
  std::vector<std::unique_ptr<Model<Point>>> constraints;
};

/// Bayesian optimiser made of exchangeable parts. It proposes the initial points of the design, and then
/// points at which the acquisition is largest, as found by the proposer.
///
/// Pending points get imputed values, or the acquisition is penalised around them (`pending`). Each
/// observation that was not asked for replaces an initial point. The model is first fitted to two values, or
/// to one if points have failed; until then the points of the design after the initial ones are used.
///
/// With constraints, the incumbent is the best point that meets them, and the acquisition is multiplied by
/// the probability that each is met. While no point meets them all, the product of these probabilities alone
/// is maximised.
///
/// A derived class may transform points (encoded()) and values (targets()) for the model, and change the
/// acquisition (score()).
template <typename SpaceType>
class ModelOptimiser : public AskTell<SpaceType> {
 public:
  using Point = typename SpaceType::Point;
  using Batch = typename BatchOf<Point>::type;
  using PosteriorPtr = std::shared_ptr<const Posterior<Point>>;

  /// Throws InputError for an unknown policy, or one that penalises points which are not vectors.
  ModelOptimiser(SpaceType space, ModelOptimiserParts<Point> parts, std::uint64_t seed)
      : AskTell<SpaceType>(std::move(space), seed),
        parts_(std::move(parts)),
        constraints_(std::move(parts_.constraints)) {
    if constexpr (std::is_same_v<Point, Eigen::VectorXd>)
      check_pending_policy(parts_.pending);
    else
      check_imputing_policy(parts_.pending, "these points");
  }

  int initial_points() const {
    const auto all = static_cast<int>(parts_.design.size());
    return parts_.initial_points < 0 ? all : std::min(parts_.initial_points, all);
  }
  /// Returns the posterior of the last call of ask(), given the observations alone; null before the first
  /// fit.
  const PosteriorPtr& posterior() const { return posterior_; }
  int constraints() const override { return constraints_.count(); }

 protected:
  /// Converts a point of the space to the model's input (encoded), and back (decoded).
  virtual Point encoded(const Point& point) const { return point; }
  virtual Point decoded(const Point& seen) const { return seen; }
  /// Returns the observed values in the form that the model takes, n, larger is better. It is called once in
  /// each call of ask() that fits the model.
  virtual Eigen::VectorXd targets() {
    return Eigen::Map<const Eigen::VectorXd>(this->values().data(), this->observations());
  }
  /// Returns the policy for pending points in one call of ask(). posterior: given the observations alone; y:
  /// the targets() to which it was fitted.
  virtual std::unique_ptr<PendingPolicy<Point>> pending_policy(const std::string& name,
                                                               const PosteriorPtr& /*posterior*/,
                                                               const Eigen::VectorXd& y) const {
    return make_pending_policy<Point>(name, y);
  }
  /// Hook that is called after the model has been fitted, at most once in each call of ask().
  virtual void learnt(Rng& /*rng*/) {}
  /// Returns the acquisition function for the next point, without penalties around pending points.
  virtual std::shared_ptr<const AcquisitionFunction<Point>> score(const AcquisitionContext<Point>& now) {
    if (constraints_.count() == 0) return parts_.rule(now);
    auto probabilities = constraints_.log_probabilities();
    if (batch_size(*now.eligible) == 0 && !probabilities.empty())
      return std::make_shared<const SumAcquisition<Point>>(std::move(probabilities));
    return penalised(
        parts_.rule(now), std::move(probabilities),
        [&](const AcquisitionFunction<Point>& acquisition) { return least(acquisition, now.rng); });
  }
  /// Returns the smallest value of an acquisition at 1,000 random points, by which it is shifted to be
  /// positive before it is multiplied by factors (penalised()).
  double least(const AcquisitionFunction<Point>& acquisition, Rng& rng) const {
    constexpr int kDrawn = 1000;
    std::vector<Point> drawn;
    drawn.reserve(kDrawn);
    for (int draw = 0; draw < kDrawn; ++draw) drawn.push_back(encoded(this->space().sample(rng)));
    return acquisition.values(batch(drawn)).minCoeff();
  }

  /// Returns encoded points as one batch.
  Batch batch(const std::vector<Point>& seen) const {
    if constexpr (std::is_same_v<Batch, std::vector<Point>>) {
      return seen;
    } else {
      Batch all(static_cast<Eigen::Index>(seen.size()), seen.empty() ? 0 : seen.front().size());
      for (std::size_t i = 0; i < seen.size(); ++i)
        all.row(static_cast<Eigen::Index>(i)) = seen[i].transpose();
      return all;
    }
  }

 private:
  /// State that one call of ask() has.
  struct Round {
    std::vector<Point> asked;  // points proposed so far
    bool learn_called = false;
    // The rest is set by learn().
    PosteriorPtr posterior;     // posterior given imputed values of pending points; null: no model yet
    std::vector<Point> seen;    // observed points, encoded
    Batch observed;             // the same as one batch
    std::vector<double> ranks;  // ranks() of the observed points
    // Encoded points, observed or pending with an imputed value, that meet all constraints, and the largest
    // posterior mean at these points.
    std::vector<Point> eligible;
    double incumbent = 0;
    std::unique_ptr<PendingPolicy<Point>> policy;
    bool one_by_one = false;  // whether each proposed point changes the acquisition for the next one
    std::vector<std::shared_ptr<const AcquisitionFunction<Point>>>
        penalties;               // factors of the acquisition, each small near one pending point
    std::vector<Point> unknown;  // encoded pending points that the acquisition handles itself
    std::deque<Point> found;     // encoded points that the last search found and that are not yet proposed
  };

  std::vector<Point> propose(int q, std::int64_t first, Rng& rng) override;
  // Fits the models of values and constraints to all observations, then adds the pending points.
  void learn(Round& round, Rng& rng);
  // Adds a pending point: imputes its value, adds a penalty around it, or leaves it to the acquisition.
  void add_pending(Round& round, const Point& point, Rng& rng);
  // Returns the next point after the initial ones. left: number of points that are still to be proposed in
  // this call of ask(), >= 1.
  Point choose(Round& round, int left, Rng& rng);
  // Adds 1 to `count` points of large acquisition, best first, to round.found.
  void search(Round& round, int count, Rng& rng);
  // Returns the observed values, in which each infeasible point has a value below those of all feasible ones,
  // the lower the larger its violation.
  std::vector<double> ranks() const;
  bool can_learn() const {
    return this->observations() >= 2 || (this->observations() == 1 && !this->failures().empty());
  }

  ModelOptimiserParts<Point> parts_;
  ConstraintPosteriors<Point> constraints_;
  std::size_t used_ = 0;  // number of points of the design used so far
  PosteriorPtr posterior_;
};

template <typename SpaceType>
std::vector<double> ModelOptimiser<SpaceType>::ranks() const {
  std::vector<double> ranks = this->values();
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const double short_of = this->shortfall(i);
    most = std::max(most, short_of);
    if (short_of == 0) least = std::min(least, ranks[i]);
  }
  if (most == 0) return ranks;
  if (!std::isfinite(least)) least = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (const double short_of = this->shortfall(i); short_of > 0)
      ranks[i] = least - (1 + std::abs(least)) * (1 + short_of / most);
  return ranks;
}

template <typename SpaceType>
std::vector<typename SpaceType::Point> ModelOptimiser<SpaceType>::propose(int q, std::int64_t /*first*/,
                                                                          Rng& rng) {
  Round round;
  for (int i = 0; i < q; ++i) {
    const int known = this->observations() + static_cast<int>(this->failures().size()) + this->pending() + i;
    const bool initial = used_ < parts_.design.size() && known < initial_points();
    if (!initial && !std::exchange(round.learn_called, true)) learn(round, rng);
    Point wanted = initial ? parts_.design[used_++] : choose(round, q - i, rng);
    round.asked.push_back(this->fresh(std::move(wanted), round.asked, rng));
    if (round.posterior && i + 1 < q) add_pending(round, round.asked.back(), rng);
  }
  return round.asked;
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::learn(Round& round, Rng& rng) {
  if (!can_learn()) return;
  for (const Point& point : this->points()) round.seen.push_back(encoded(point));
  round.observed = batch(round.seen);
  const Eigen::VectorXd y = targets();
  round.posterior = parts_.model->posterior(round.observed, y, rng);
  if (!round.posterior) return;
  posterior_ = round.posterior;
  for (std::size_t k = 0; k < round.seen.size(); ++k)
    if (this->shortfall(k) == 0) round.eligible.push_back(round.seen[k]);
  round.incumbent =
      posterior_->mean(round.eligible.empty() ? round.observed : batch(round.eligible)).maxCoeff();
  constraints_.learn(round.observed, this->slacks(), rng);
  round.ranks = ranks();
  round.policy = pending_policy(parts_.pending, posterior_, y);
  round.one_by_one = round.policy->matters() || parts_.rule_sees_pending;
  learnt(rng);
  for (const auto& [trial, point] : this->waiting()) add_pending(round, point, rng);
  for (const Point& point : round.asked) add_pending(round, point, rng);
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::add_pending(Round& round, const Point& point, Rng& rng) {
  const Point as_seen = encoded(point);
  const bool meets_all = round.one_by_one && constraints_.impute(as_seen);
  const bool first = meets_all && round.eligible.empty();
  const PosteriorPtr before = round.posterior;
  if (parts_.rule_sees_pending) {
    round.unknown.push_back(as_seen);
  } else {
    if (auto penalty = round.policy->penalty(as_seen, rng)) round.penalties.push_back(std::move(penalty));
    round.posterior = round.policy->given(std::move(round.posterior), as_seen);
  }
  // Otherwise expected improvement would be largest at a pending point whose mean exceeds the incumbent.
  if (first || (meets_all && round.posterior != before)) {
    round.eligible.push_back(as_seen);
    const double mean = round.posterior->mean(batch({as_seen}))[0];
    round.incumbent = first ? mean : std::max(round.incumbent, mean);
  }
}

template <typename SpaceType>
typename SpaceType::Point ModelOptimiser<SpaceType>::choose(Round& round, int left, Rng& rng) {
  if (!round.posterior && used_ < parts_.design.size()) return parts_.design[used_++];
  if (!round.posterior || (parts_.uniform_share > 0 && rng.uniform() < parts_.uniform_share))
    return this->sampled(round.asked, rng);
  if (round.found.empty()) search(round, round.one_by_one ? 1 : left, rng);
  const Point wanted = decoded(round.found.front());
  round.found.pop_front();
  return wanted;
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::search(Round& round, int count, Rng& rng) {
  const bool constrained = constraints_.count() > 0;
  const Batch pending = batch(round.unknown);
  // Acquisitions that are averaged over hyper-parameters need these points, since each draw has its own means
  // at them (AcquisitionContext::with).
  const bool listed = constrained || round.eligible.size() > round.seen.size();
  const Batch best_of = listed ? batch(round.eligible) : Batch();
  const AcquisitionContext<Point> now{round.posterior,
                                      round.incumbent,
                                      rng,
                                      &round.observed,
                                      round.unknown.empty() ? nullptr : &pending,
                                      listed ? &best_of : nullptr};
  const auto acquisition = penalised(
      score(now), round.penalties, [&](const AcquisitionFunction<Point>& part) { return least(part, rng); });
  const History<Point> history{round.seen, round.ranks, [&](const Point& point) {
                                 const Point meant = decoded(point);
                                 return this->known(meant) || std::ranges::count(round.asked, meant) > 0;
                               }};
  for (Point& point : parts_.proposer->propose_batch(*acquisition, history, count, rng))
    round.found.push_back(std::move(point));
}

}  // namespace bora::surrogates
