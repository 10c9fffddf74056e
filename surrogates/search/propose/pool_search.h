// Maximisation of an acquisition over a list of points.
#pragma once

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/kernels/batch.h"
#include "surrogates/search/propose/proposer.h"
#include "surrogates/space/space.h"

namespace bora::surrogates {

/// Returns up to q new points (History::taken) of `pool` of largest scores, best first, equal ones in their
/// order. scores: one for each point.
template <typename Point>
std::vector<Point> best_untaken(const std::vector<Point>& pool, const std::vector<double>& scores,
                                const History<Point>& seen, int q) {
  std::vector<Point> best;
  for (const auto i : descending<std::size_t>(scores)) {
    if (static_cast<int>(best.size()) >= q) break;
    if (!seen.taken(pool[i])) best.push_back(pool[i]);
  }
  return best;
}

/// Returns best_untaken() by an acquisition, or the first point of the pool if none is new.
template <typename Point>
std::vector<Point> best_of(const std::vector<Point>& pool, const AcquisitionFunction<Point>& score,
                           const History<Point>& seen, int q) {
  const Eigen::VectorXd scores = score.values(pool);
  std::vector<Point> best = best_untaken(pool, {scores.begin(), scores.end()}, seen, q);
  if (best.empty()) best.push_back(pool.front());
  return best;
}

/// Base class of proposers that score a list of points (propose_batch()).
template <typename Point>
class PoolSearch : public Proposer<Point> {
 public:
  Point propose(const AcquisitionFunction<Point>& score, const History<Point>& seen, Rng& rng) const final {
    return this->propose_batch(score, seen, 1, rng).front();
  }
};

/// Proposer that scores every point of a finite space.
template <typename Point>
class WholePool final : public PoolSearch<Point> {
 public:
  /// Throws InputError if the pool is empty.
  explicit WholePool(std::shared_ptr<const std::vector<Point>> pool) : pool_(std::move(pool)) {
    if (pool_->empty()) throw InputError("pool: no points, expected at least 1");
  }
  std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score, const History<Point>& seen, int q,
                                   Rng& /*rng*/) const override {
    return best_of(*pool_, score, seen, q);
  }

 private:
  std::shared_ptr<const std::vector<Point>> pool_;
};

/// Options of MutationPool.
struct MutationPoolOptions {
  int size = 200;          ///< number of points of the pool, >= 1
  double mutated = 0.5;    ///< share of mutations in the pool, in [0, 1]; the others are random points
  int parents = 10;        ///< number of best observations, of which a random one is mutated, >= 1
  double second_step = 0;  ///< probability that a mutation has two steps instead of one, in [0, 1]
  void check() const {     ///< throws InputError naming the field
    const auto share = [](const char* name, double value) {
      if (!(value >= 0 && value <= 1)) throw InputError("{}: {} is not in [0, 1]", name, value);
    };
    if (size < 1) throw InputError("size: {} is below 1", size);
    if (parents < 1) throw InputError("parents: {} is below 1", parents);
    share("mutated", mutated);
    share("second_step", second_step);
  }
};

/// Proposer that scores a pool of mutations of the best observations and of random points (Ru 2021, section
/// 7.3.2).
template <typename SpaceType>
class MutationPool final : public PoolSearch<typename SpaceType::Point> {
 public:
  using Point = typename SpaceType::Point;
  /// Throws InputError for invalid options.
  MutationPool(SpaceType space, MutationPoolOptions options) : space_(std::move(space)), options_(options) {
    options_.check();
  }

  std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score, const History<Point>& seen, int q,
                                   Rng& rng) const override {
    return best_of(pool(seen, rng), score, seen, q);
  }
  /// Returns the pool: new, distinct and allowed points, fewer than `size` if not enough are found; if none
  /// is, one random point.
  std::vector<Point> pool(const History<Point>& seen, Rng& rng) const;

 private:
  SpaceType space_;
  MutationPoolOptions options_;
};

template <typename SpaceType>
std::vector<typename SpaceType::Point> MutationPool<SpaceType>::pool(const History<Point>& seen,
                                                                     Rng& rng) const {
  const auto order = descending<std::size_t>(seen.values);
  const int parents = std::min(options_.parents, static_cast<int>(order.size()));
  std::vector<Point> pool;
  std::set<std::string> keys;
  const auto add = [&](Point point) {
    if (!seen.taken(point) && space_.allows(point) && keys.insert(space_.key(point)).second)
      pool.push_back(std::move(point));
  };
  // Limits the draws, since the space may have no further points.
  const int tries = 20 * options_.size;
  const auto mutations = static_cast<std::size_t>(options_.mutated * options_.size);
  for (int i = 0; i < tries && pool.size() < mutations; ++i) {
    Point point = seen.points[order[static_cast<std::size_t>(rng.index(parents))]];
    const int steps = rng.uniform() < options_.second_step ? 2 : 1;
    for (int step = 0; step < steps; ++step)
      if (auto near = space_.neighbours(point, 1, rng); !near.empty()) point = std::move(near.front());
    add(std::move(point));
  }
  for (int i = 0; i < tries && pool.size() < static_cast<std::size_t>(options_.size); ++i)
    add(space_.sample(rng));
  if (pool.empty()) pool.push_back(space_.sample(rng));
  return pool;
}

}  // namespace bora::surrogates
