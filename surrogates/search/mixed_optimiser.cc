#include "surrogates/search/mixed_optimiser.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "common/error.h"

namespace bora {

std::vector<Trial<Eigen::VectorXd>> MixedOptimiser::ask(int q) {
  if (q < 1) throw InputError("ask: q is {}, expected at least 1", q);
  // A stream for each ask: what it draws depends on no other.
  Rng rng(mix_seed(seed_, static_cast<std::uint64_t>(asked_)));
  std::vector<Trial<Eigen::VectorXd>> trials;
  for (Eigen::VectorXd& point : propose(q, asked_ + 1, rng)) {
    trials.push_back({++asked_, point});
    keys_.insert(space_.key(point));
    pending_.emplace(asked_, std::move(point));
  }
  return trials;
}

std::int64_t MixedOptimiser::expect(const Eigen::VectorXd& point) {
  space_.check(point);
  keys_.insert(space_.key(point));
  pending_.emplace(++asked_, point);
  return asked_;
}

void MixedOptimiser::take(const Eigen::VectorXd& point, double value) {
  if (values_.empty() || value > values_[best_]) best_ = values_.size();
  points_.push_back(point);
  values_.push_back(value);
}

void MixedOptimiser::tell(std::int64_t trial, double value) {
  const auto found = pending_.find(trial);
  if (found == pending_.end()) throw InputError("tell: trial {} is not pending", trial);
  if (!std::isfinite(value))
    throw InputError("tell: the value of trial {} is {}, expected a finite number", trial, value);
  take(found->second, value);
  pending_.erase(found);
  ended(trial, &value);
}

void MixedOptimiser::abandon(std::int64_t trial) {
  const auto found = pending_.find(trial);
  if (found == pending_.end()) throw InputError("abandon: trial {} is not pending", trial);
  keys_.erase(keys_.find(space_.key(found->second)));
  pending_.erase(found);
  ended(trial, nullptr);
}

void MixedOptimiser::fail(std::int64_t trial) {
  const auto found = pending_.find(trial);
  if (found == pending_.end()) throw InputError("fail: trial {} is not pending", trial);
  failures_.push_back(found->second);
  pending_.erase(found);
  ended(trial, nullptr);
}

void MixedOptimiser::observe(const Eigen::VectorXd& point, double value) {
  space_.check(point);
  if (!std::isfinite(value)) throw InputError("observe: a value of {}, expected a finite number", value);
  keys_.insert(space_.key(point));
  take(point, value);
  ended(0, &value);
}

Eigen::VectorXd MixedOptimiser::incumbent() const {
  assert(!points_.empty());
  return points_[best_];
}

double MixedOptimiser::incumbent_value() const {
  assert(!values_.empty());
  return values_[best_];
}

Eigen::VectorXd MixedOptimiser::fresh(Eigen::VectorXd point, const std::vector<Eigen::VectorXd>& others,
                                      Rng& rng) const {
  constexpr int kNeighbours = 50, kDraws = 500;
  const auto taken = [&](const Eigen::VectorXd& x) {
    return known(x) || !space_.allows(x) || std::find(others.begin(), others.end(), x) != others.end();
  };
  if (!taken(point)) return point;
  for (Eigen::VectorXd& neighbour : space_.neighbours(point, kNeighbours, rng))
    if (!taken(neighbour)) return neighbour;
  constexpr int kTries = 100;  // at a point that is allowed
  for (int draw = 0; draw < kDraws; ++draw)
    if (auto drawn = space_.sample(kTries, rng); drawn && !taken(*drawn)) return std::move(*drawn);
  constexpr int kPatient = 100000;  // where hardly any point is allowed
  if (space_.ruled())
    if (auto drawn = space_.sample(kPatient, rng); drawn && !taken(*drawn)) return std::move(*drawn);
  if (space_.allows(point)) return point;
  return points_.empty() ? space_.sample(rng) : points_.back();
}

std::vector<Eigen::VectorXd> RandomSearch::propose(int q, std::int64_t /*first*/, Rng& rng) {
  std::vector<Eigen::VectorXd> points;
  for (int i = 0; i < q; ++i) {
    Eigen::VectorXd drawn = space().sample(rng);
    points.push_back(fresh(std::move(drawn), points, rng));
  }
  return points;
}

}  // namespace bora
