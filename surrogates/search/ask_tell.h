// State that optimisers share for any type of point: pending trials, observations, the incumbent.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "surrogates/search/optimiser.h"
#include "surrogates/space/space.h"

namespace bora::surrogates {

/// Base class of searches with ask and tell, which keeps their records: pending trials, observations,
/// failures and the incumbent. A derived class chooses the points (propose()). SpaceType: a Space whose
/// points can be compared by ==.
template <typename SpaceType>
class AskTell : public Optimiser<typename SpaceType::Point> {
 public:
  using Point = typename SpaceType::Point;
  AskTell(SpaceType space, std::uint64_t seed) : space_(std::move(space)), seed_(seed) {}

  /// Returns q points of the space that differ from all observed, failed and pending points, if 50 neighbours
  /// or 500 draws contain such a point. In a space that measures distances they are also apart from each
  /// other and from pending points: by 1e-3 of the range of each number, or less once observations are closer
  /// to the best one than that. A point may stay closer if 50 moves of it fail (fresh()).
  std::vector<Trial<Point>> ask(int q = 1) final;
  void tell(std::int64_t trial, double value) final;
  void abandon(std::int64_t trial) final;
  void fail(std::int64_t trial) final;
  void observe(const Point& point, double value) final;

  /// Tells the value of a trial and its slacks, one for each constraint, which is met if its slack is >= 0. A
  /// search that models constraints (constraints() > 0) learns from the slacks and requires all of them; for
  /// any other search, a point that violates a constraint has failed. Throws InputError as tell() does, and
  /// for slacks that are not finite or of a wrong number.
  void tell_constrained(std::int64_t trial, double value, const std::vector<double>& slacks);
  /// Stores the value and the slacks of a point that was not asked for. Treats slacks as tell_constrained()
  /// does. Throws InputError as observe() does, and for slacks that are not finite or of a wrong number.
  void observe_constrained(const Point& point, double value, const std::vector<double>& slacks);
  /// Returns the number of constraints that the search models.
  virtual int constraints() const { return 0; }
  /// Returns whether any observation, and so the incumbent, meets all constraints.
  bool feasible() const { return !points_.empty() && shortfall(best_) == 0; }

  /// Registers a point of the space as a pending trial, as if ask() had returned it, and returns the number
  /// of the trial. Throws InputError for a point outside the space.
  std::int64_t expect(const Point& point);

  /// Replaces all observed values by `values`, in the order of points(), as if these had been observed.
  /// Throws InputError if their number differs, if one is not finite, or if the search has made decisions
  /// that depend on the earlier values and cannot be repeated.
  void revalue(const std::vector<double>& values);

  int observations() const final { return static_cast<int>(values_.size()); }
  int pending() const final { return static_cast<int>(pending_.size()); }
  /// Returns the best observed point that meets all constraints or, if none does, the one whose least slack
  /// is largest; of equal ones the first. Requires observations() > 0, as incumbent_value() does.
  Point incumbent() const final {
    assert(!points_.empty());
    return points_[best_];
  }
  double incumbent_value() const final {
    assert(!values_.empty());
    return values_[best_];
  }
  const SpaceType& space() const { return space_; }

 protected:
  /// Returns the q points that ask() returns, as trials first, first + 1, ... .
  virtual std::vector<Point> propose(int q, std::int64_t first, Rng& rng) = 0;
  /// Hook that is called when a trial has ended: told (the last of points() and values()), failed (the last
  /// of failures()) or abandoned. trial: its number; 0 for a point that was observed without being asked for,
  /// which is told, or failed if it violates a constraint that the search does not model.
  virtual void ended(std::int64_t /*trial*/, Outcome /*outcome*/) {}
  /// Hook that is called after revalue() has replaced values(). A search whose other state depends on the
  /// values updates that state, or throws InputError.
  virtual void revalued() {}

  const std::vector<Point>& points() const { return points_; }  ///< observed points
  const std::vector<double>& values() const { return values_; }
  /// Returns the slacks of each of points(): one for each constraint, or none if constraints() is 0.
  const std::vector<std::vector<double>>& slacks() const { return slacks_; }
  /// Returns the largest violation (negative slack) of observation i: 0 if it meets all constraints.
  double shortfall(std::size_t i) const {
    double most = 0;
    for (const double slack : slacks_[i]) most = std::max(most, -slack);
    return most;
  }
  const std::vector<Point>& failures() const { return failures_; }  ///< failed points
  /// Returns the pending points by the number of their trials.
  const std::map<std::int64_t, Point>& waiting() const { return pending_; }
  /// Returns whether the point was observed, has failed or is pending.
  bool known(const Point& point) const { return keys_.contains(space_.key(point)); }
  /// Returns a point from `draw`, which is called again, up to 50 times, while the point is known or one of
  /// `others`. Call it before fresh(), which replaces a known point by a neighbour: a search that has the
  /// same seed as an earlier search and knows its points would otherwise draw these again and stay near them.
  template <typename Draw>
  Point redrawn(const Draw& draw, const std::vector<Point>& others) const {
    constexpr int kDraws = 50;
    Point point = draw();
    const auto taken = [&] { return known(point) || std::ranges::count(others, point) > 0; };
    for (int i = 0; i < kDraws && taken(); ++i) point = draw();
    return point;
  }
  /// Returns redrawn() for points drawn uniformly.
  Point sampled(const std::vector<Point>& others, Rng& rng) const {
    return redrawn([&] { return space_.sample(rng); }, others);
  }
  /// Returns `point` if it is allowed, not known and none of `others`. Otherwise returns the first of the
  /// following that is: the nearest allowed point, one of 50 neighbours, one of 500 draws; if there is none,
  /// `point` itself if it is allowed, else the last observed point. If the space measures distances, that
  /// point is then moved until it is at least separation() from `others` and all pending points; if 50 tries
  /// do not achieve that, it may stay closer.
  Point fresh(Point point, const std::vector<Point>& others, Rng& rng) const {
    Point found = unknown(std::move(point), others, rng);
    if constexpr (requires { space_.distance(found, found); }) {
      const double nearest = closest(found, others);
      if (!(nearest < kLargestSeparation)) return found;
      const double least = separation();
      constexpr int kTries = 50;
      for (int i = 0; i < kTries && closest(found, others) < least; ++i) {
        Point moved = space_.moved(found, least * (1 + 0.1 * (i + 1)), rng);
        if (!known(moved) && space_.allows(moved) && (i + 1 == kTries || closest(moved, others) >= least))
          found = std::move(moved);
      }
    }
    return found;
  }

 private:
  static constexpr double kLargestSeparation = 1e-3;  // share of the range of each number

  // Returns the point of fresh() before it is moved away from others.
  Point unknown(Point point, const std::vector<Point>& others, Rng& rng) const;
  // Returns the distance to the closest of `others` and of the pending points.
  double closest(const Point& point, const std::vector<Point>& others) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Point& other : others) least = std::min(least, space_.distance(point, other));
    for (const auto& [trial, other] : pending_) least = std::min(least, space_.distance(point, other));
    return least;
  }
  // Returns the minimum distance between points that are pending at the same time: the smallest nonzero
  // distance of an observation from the best one, at most kLargestSeparation. A search that has observed
  // points so close to the best one is resolving the optimum at that distance.
  double separation() const {
    double least = kLargestSeparation;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (const double apart = i == best_ ? 0 : space_.distance(points_[i], points_[best_]); apart > 0)
        least = std::min(least, apart);
    return least;
  }
  typename std::map<std::int64_t, Point>::iterator find_pending(std::int64_t trial, const char* verb) {
    const auto found = pending_.find(trial);
    if (found == pending_.end()) throw InputError("{}: trial {} is not pending", verb, trial);
    return found;
  }
  // Returns whether observation `one` is a better incumbent than observation `other`.
  bool better(std::size_t one, std::size_t other) const {
    const double short_of = shortfall(one), other_short_of = shortfall(other);
    return short_of == 0 && other_short_of == 0 ? values_[one] > values_[other] : short_of < other_short_of;
  }
  // Throws InputError for slacks that are not finite or of a wrong number. Returns false if the point
  // violates a constraint that the search does not model, and so has failed.
  bool check_slacks(const char* verb, const std::vector<double>& slacks) const {
    for (const double slack : slacks)
      if (!std::isfinite(slack)) throw InputError("{}: a slack of {}, expected finite numbers", verb, slack);
    if (constraints() > 0 && static_cast<int>(slacks.size()) != constraints())
      throw InputError("{}: {} slacks, expected one of each of {} constraints", verb, slacks.size(),
                       constraints());
    return constraints() > 0 || std::ranges::all_of(slacks, [](double slack) { return slack >= 0; });
  }
  void take(const Point& point, double value, const std::vector<double>& slacks) {
    points_.push_back(point);
    values_.push_back(value);
    slacks_.push_back(constraints() > 0 ? slacks : std::vector<double>());
    if (better(values_.size() - 1, best_)) best_ = values_.size() - 1;
  }

  SpaceType space_;
  std::vector<Point> points_;
  std::vector<double> values_;
  std::vector<std::vector<double>> slacks_;
  std::vector<Point> failures_;
  std::map<std::int64_t, Point> pending_;
  std::multiset<std::string> keys_;
  std::int64_t asked_ = 0;  // number of trials so far, those of expect() included
  std::size_t best_ = 0;    // the incumbent, index into points_
  std::uint64_t seed_;
};

template <typename SpaceType>
std::vector<Trial<typename SpaceType::Point>> AskTell<SpaceType>::ask(int q) {
  if (q < 1) throw InputError("ask: q is {}, expected at least 1", q);
  // Each call has its own stream of random numbers, which depends only on the number of trials before it.
  Rng rng(mix_seed(seed_, static_cast<std::uint64_t>(asked_)));
  std::vector<Trial<Point>> trials;
  for (Point& point : propose(q, asked_ + 1, rng)) {
    trials.push_back({++asked_, point});
    keys_.insert(space_.key(point));
    pending_.emplace(asked_, std::move(point));
  }
  return trials;
}

template <typename SpaceType>
std::int64_t AskTell<SpaceType>::expect(const Point& point) {
  space_.check(point);
  keys_.insert(space_.key(point));
  pending_.emplace(++asked_, point);
  return asked_;
}

template <typename SpaceType>
void AskTell<SpaceType>::tell(std::int64_t trial, double value) {
  tell_constrained(trial, value, {});
}

template <typename SpaceType>
void AskTell<SpaceType>::tell_constrained(std::int64_t trial, double value,
                                          const std::vector<double>& slacks) {
  const auto found = find_pending(trial, "tell");
  if (!std::isfinite(value))
    throw InputError("tell: the value of trial {} is {}, expected a finite number", trial, value);
  if (!check_slacks("tell", slacks)) return fail(trial);
  take(found->second, value, slacks);
  pending_.erase(found);
  ended(trial, Outcome::told);
}

template <typename SpaceType>
void AskTell<SpaceType>::abandon(std::int64_t trial) {
  const auto found = find_pending(trial, "abandon");
  keys_.erase(keys_.find(space_.key(found->second)));
  pending_.erase(found);
  ended(trial, Outcome::abandoned);
}

template <typename SpaceType>
void AskTell<SpaceType>::fail(std::int64_t trial) {
  const auto found = find_pending(trial, "fail");
  failures_.push_back(found->second);
  pending_.erase(found);
  ended(trial, Outcome::failed);
}

template <typename SpaceType>
void AskTell<SpaceType>::observe(const Point& point, double value) {
  observe_constrained(point, value, {});
}

template <typename SpaceType>
void AskTell<SpaceType>::observe_constrained(const Point& point, double value,
                                             const std::vector<double>& slacks) {
  space_.check(point);
  if (!std::isfinite(value)) throw InputError("observe: a value of {}, expected a finite number", value);
  const bool counts = check_slacks("observe", slacks);
  keys_.insert(space_.key(point));
  if (!counts) {
    failures_.push_back(point);
    ended(0, Outcome::failed);
    return;
  }
  take(point, value, slacks);
  ended(0, Outcome::told);
}

template <typename SpaceType>
void AskTell<SpaceType>::revalue(const std::vector<double>& values) {
  if (values.size() != values_.size())
    throw InputError("revalue: {} values, {} were observed", values.size(), values_.size());
  for (const double value : values)
    if (!std::isfinite(value)) throw InputError("revalue: a value of {}, expected finite numbers", value);
  values_ = values;
  best_ = 0;
  for (std::size_t i = 1; i < values_.size(); ++i)
    if (better(i, best_)) best_ = i;
  revalued();
}

template <typename SpaceType>
typename SpaceType::Point AskTell<SpaceType>::unknown(Point point, const std::vector<Point>& others,
                                                      Rng& rng) const {
  constexpr int kNeighbours = 50, kDraws = 500;
  const auto taken = [&](const Point& x) {
    return known(x) || !space_.allows(x) || std::find(others.begin(), others.end(), x) != others.end();
  };
  if (!taken(point)) return point;
  if (!space_.allows(point)) {
    point = space_.nearest(std::move(point), rng);
    if (!taken(point)) return point;
  }
  for (Point& neighbour : space_.neighbours(point, kNeighbours, rng))
    if (!taken(neighbour)) return neighbour;
  constexpr int kTries = 100;  // number of points that try_sample() draws to find an allowed one
  for (int draw = 0; draw < kDraws; ++draw)
    if (auto drawn = space_.try_sample(kTries, rng); drawn && !taken(*drawn)) return std::move(*drawn);
  constexpr int kPatient = 100000;  // the same, for spaces in which few points are allowed
  if (space_.ruled())
    if (auto drawn = space_.try_sample(kPatient, rng); drawn && !taken(*drawn)) return std::move(*drawn);
  if (space_.allows(point)) return point;
  return points_.empty() ? space_.sample(rng) : points_.back();
}

/// Search that draws all points uniformly from the space: the baseline of every other search.
template <typename SpaceType>
class UniformSearch final : public AskTell<SpaceType> {
 public:
  using Point = typename SpaceType::Point;
  UniformSearch(SpaceType space, std::uint64_t seed) : AskTell<SpaceType>(std::move(space), seed) {}

 private:
  std::vector<Point> propose(int q, std::int64_t /*first*/, Rng& rng) override {
    std::vector<Point> points;
    for (int i = 0; i < q; ++i) points.push_back(this->fresh(this->sampled(points, rng), points, rng));
    return points;
  }
};

}  // namespace bora::surrogates
