// Bayesian optimisation over any space, put together from its parts.
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

#include "surrogates/acquisition/score.h"
#include "surrogates/belief/belief.h"
#include "surrogates/pending/penalised_score.h"
#include "surrogates/pending/pending_policy.h"
#include "surrogates/search/ask_tell.h"
#include "surrogates/search/constraint_beliefs.h"
#include "surrogates/search/propose/proposer.h"

namespace bora::surrogates {

template <typename Point>
struct ModelOptimiserParts {
  std::unique_ptr<Model<Point>> model;
  AcquisitionRule<Point> rule;
  std::unique_ptr<Proposer<Point>> proposer;
  std::string pending = "believer";  ///< policy for pending points, one of pending_policy_names()
  std::vector<Point> design;         ///< space-filling sequence, asked for while there is no model
  int initial_points = -1;   ///< points of the design before the model may choose, at most all; -1: all
  double uniform_share = 0;  ///< share of later points that are drawn uniformly instead
  /// True: the rule accounts for pending points itself, or draws again for each point. Then pending points
  /// get no imputed values, and each point is searched for on its own.
  bool rule_sees_pending = false;
  /// Models of the constraints, one for each, fitted to its slack.
  std::vector<std::unique_ptr<Model<Point>>> constraints;
};

/// Optimiser that asks for the points of the design and then for the points where the proposer finds the
/// largest acquisition. The acquisition is that of the rule under the model's belief; pending points are
/// believed or penalised, as the policy says. Each observation that was not asked for replaces a point of the
/// design. The model needs two values, or one value and a failed point; until then the design continues.
///
/// With constraints, the acquisition, whose incumbent is the best feasible point, is multiplied by the
/// probability that each constraint is met. While no feasible point is known, the product of these
/// probabilities is maximised instead. A derived class may transform the points and values for the model, and
/// add to the acquisition.
template <typename SpaceType>
class ModelOptimiser : public AskTell<SpaceType> {
 public:
  using Point = typename SpaceType::Point;
  using Batch = typename BatchOf<Point>::type;
  using BeliefPtr = std::shared_ptr<const Belief<Point>>;

  /// Throws InputError.
  ModelOptimiser(SpaceType space, ModelOptimiserParts<Point> parts, std::uint64_t seed)
      : AskTell<SpaceType>(std::move(space), seed),
        parts_(std::move(parts)),
        constraints_(std::move(parts_.constraints)) {
    if constexpr (std::is_same_v<Point, Eigen::VectorXd>)
      check_pending_policy(parts_.pending);
    else
      check_told_policy(parts_.pending, "these points");
  }

  int initial_points() const {
    const auto all = static_cast<int>(parts_.design.size());
    return parts_.initial_points < 0 ? all : std::min(parts_.initial_points, all);
  }
  /// Returns the posterior of the last ask, without pending points; null before the model first learnt.
  const BeliefPtr& belief() const { return belief_; }
  int constraints() const override { return constraints_.count(); }

 protected:
  /// Convert a point to the form that the model takes, and back to a point of the space.
  virtual Point encoded(const Point& point) const { return point; }
  virtual Point decoded(const Point& seen) const { return seen; }
  /// Returns the values told in the form that the model takes, larger being better. Called once an ask.
  virtual Eigen::VectorXd targets() {
    return Eigen::Map<const Eigen::VectorXd>(this->values().data(), this->observations());
  }
  /// Returns the policy for pending points in one ask. belief: excludes them; y: targets() it was fitted to.
  virtual std::unique_ptr<PendingPolicy<Point>> pending_policy(const std::string& name,
                                                               const BeliefPtr& /*belief*/,
                                                               const Eigen::VectorXd& y) const {
    return make_pending_policy<Point>(name, y);
  }
  /// Hook that is called once in each ask, after the model has learnt.
  virtual void learnt(Rng& /*rng*/) {}
  virtual std::shared_ptr<const Score<Point>> score(const AcquisitionContext<Point>& now) {
    if (constraints_.count() == 0) return parts_.rule(now);
    auto probabilities = constraints_.log_probabilities();
    if (batch_size(*now.eligible) == 0 && !probabilities.empty())
      return std::make_shared<const SumScore<Point>>(std::move(probabilities));
    return penalised(parts_.rule(now), std::move(probabilities),
                     [&](const Score<Point>& worth) { return least(worth, now.rng); });
  }
  /// Estimates the least value of a score, so that factors can be applied to a positive difference from it.
  double least(const Score<Point>& worth, Rng& rng) const {
    constexpr int kDrawn = 1000;
    std::vector<Point> drawn;
    drawn.reserve(kDrawn);
    for (int draw = 0; draw < kDrawn; ++draw) drawn.push_back(encoded(this->space().sample(rng)));
    return worth.values(batch(drawn)).minCoeff();
  }

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
  /// State of one ask.
  struct Round {
    std::vector<Point> asked;    // so far
    bool tried = false;          // to learn
    BeliefPtr belief;            // with the pending points that are believed; null: the model could not learn
    std::vector<Point> seen;     // observed points as the model sees them
    Batch observed;              // the same
    std::vector<double> worths;  // ranks of the points seen, see ranks()
    std::vector<Point> eligible;  // for the incumbent: observed or believed, and meeting all constraints
    double incumbent = 0;
    std::unique_ptr<PendingPolicy<Point>> policy;
    bool one_by_one = false;  // a point that is asked for changes where the next is looked for
    std::vector<std::shared_ptr<const Score<Point>>> penalties;
    std::vector<Point> unknown;  // pending points that the rule is to look at itself
    std::deque<Point> found;     // by one search that is good for several points
  };

  std::vector<Point> propose(int q, std::int64_t first, Rng& rng) override;
  // Fits the model and the constraints to what was told, and takes pending points into account.
  void learn(Round& round, Rng& rng);
  // Takes a pending point into account.
  void believe(Round& round, const Point& point, Rng& rng);
  // Returns the next point to ask for, after the initial ones. left: how many the ask still lacks.
  Point choose(Round& round, int left, Rng& rng);
  // Finds `count` points where the acquisition is largest.
  void search(Round& round, int count, Rng& rng);
  // Returns the values for the proposer: points that violate constraints rank below all feasible ones, and
  // lower the larger the violation.
  std::vector<double> ranks() const;
  bool can_learn() const {
    return this->observations() >= 2 || (this->observations() == 1 && !this->failures().empty());
  }

  ModelOptimiserParts<Point> parts_;
  ConstraintBeliefs<Point> constraints_;
  std::size_t used_ = 0;  // number of design points used
  BeliefPtr belief_;
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
    if (!initial && !std::exchange(round.tried, true)) learn(round, rng);
    Point wanted = initial ? parts_.design[used_++] : choose(round, q - i, rng);
    round.asked.push_back(this->fresh(std::move(wanted), round.asked, rng));
    if (round.belief && i + 1 < q) believe(round, round.asked.back(), rng);
  }
  return round.asked;
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::learn(Round& round, Rng& rng) {
  if (!can_learn()) return;
  for (const Point& point : this->points()) round.seen.push_back(encoded(point));
  round.observed = batch(round.seen);
  const Eigen::VectorXd y = targets();
  round.belief = parts_.model->belief(round.observed, y, rng);
  if (!round.belief) return;
  belief_ = round.belief;
  for (std::size_t k = 0; k < round.seen.size(); ++k)
    if (this->shortfall(k) == 0) round.eligible.push_back(round.seen[k]);
  round.incumbent = belief_->mean(round.eligible.empty() ? round.observed : batch(round.eligible)).maxCoeff();
  constraints_.learn(round.observed, this->slacks(), rng);
  round.worths = ranks();
  round.policy = pending_policy(parts_.pending, belief_, y);
  round.one_by_one = round.policy->matters() || parts_.rule_sees_pending;
  learnt(rng);
  for (const auto& [trial, point] : this->waiting()) believe(round, point, rng);
  for (const Point& point : round.asked) believe(round, point, rng);
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::believe(Round& round, const Point& point, Rng& rng) {
  const Point as_seen = encoded(point);
  const bool meets_all = round.one_by_one && constraints_.believe(as_seen);
  const bool first = meets_all && round.eligible.empty();
  const BeliefPtr before = round.belief;
  if (parts_.rule_sees_pending) {
    round.unknown.push_back(as_seen);
  } else {
    if (auto penalty = round.policy->penalty(as_seen, rng)) round.penalties.push_back(std::move(penalty));
    round.belief = round.policy->given(std::move(round.belief), as_seen);
  }
  // Otherwise a pending point above the incumbent would be where the improvement expected is largest.
  if (first || (meets_all && round.belief != before)) {
    round.eligible.push_back(as_seen);
    const double mean = round.belief->mean(batch({as_seen}))[0];
    round.incumbent = first ? mean : std::max(round.incumbent, mean);
  }
}

template <typename SpaceType>
typename SpaceType::Point ModelOptimiser<SpaceType>::choose(Round& round, int left, Rng& rng) {
  if (!round.belief && used_ < parts_.design.size()) return parts_.design[used_++];
  if (!round.belief || (parts_.uniform_share > 0 && rng.uniform() < parts_.uniform_share))
    return this->space().sample(rng);
  if (round.found.empty()) search(round, round.one_by_one ? 1 : left, rng);
  const Point wanted = decoded(round.found.front());
  round.found.pop_front();
  return wanted;
}

template <typename SpaceType>
void ModelOptimiser<SpaceType>::search(Round& round, int count, Rng& rng) {
  const bool constrained = constraints_.count() > 0;
  const Batch pending = batch(round.unknown);
  // Beliefs with other hyper-parameters have their own means at these points (AcquisitionContext::with).
  const bool listed = constrained || round.eligible.size() > round.seen.size();
  const Batch best_of = listed ? batch(round.eligible) : Batch();
  const AcquisitionContext<Point> now{round.belief,
                                      round.incumbent,
                                      rng,
                                      &round.observed,
                                      round.unknown.empty() ? nullptr : &pending,
                                      listed ? &best_of : nullptr};
  const auto worth =
      penalised(score(now), round.penalties, [&](const Score<Point>& part) { return least(part, rng); });
  const History<Point> history{round.seen, round.worths, [&](const Point& point) {
                                 const Point meant = decoded(point);
                                 return this->known(meant) || std::ranges::count(round.asked, meant) > 0;
                               }};
  for (Point& point : parts_.proposer->propose_batch(*worth, history, count, rng))
    round.found.push_back(std::move(point));
}

}  // namespace bora::surrogates
