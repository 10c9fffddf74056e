// Maximisation of an acquisition by evolution, in any space with draws and neighbours.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/order.h"
#include "surrogates/gp/standardisation.h"
#include "surrogates/search/propose/pool_search.h"

namespace bora::surrogates {

/// Options of EvolvedPool.
struct EvolvedPoolOptions {
  int first = 20;      ///< number of best observations with which evolution starts, >= 1
  int mutations = 50;  ///< maximum number of new points in each round, >= 1
  /// Bounds of the number of new points scored in one search, which is 25 sqrt(number of observations).
  int least = 50, most = 500;
  double sharpness = 0.5;  ///< preference for parents of high score, see EvolvedPool, >= 0
  void check() const {     ///< throws InputError naming the field
    const auto at_least_one = [](const char* name, int value) {
      if (value < 1) throw InputError("{}: {} is below 1", name, value);
    };
    at_least_one("first", first);
    at_least_one("mutations", mutations);
    at_least_one("least", least);
    if (most < least) throw InputError("most: {} is below least, {}", most, least);
    if (!(sharpness >= 0)) throw InputError("sharpness: {} is negative", sharpness);
  }
};

/// Proposer that evolves a pool of points (Kandasamy et al. 2018, section 4). The pool begins with the best
/// observations. In each round parents are drawn from it with probabilities proportional to exp(sharpness *
/// score / standard deviation of the scores), and their mutations of one to five steps are scored and added.
/// The defaults are those of the authors' public code.
template <typename SpaceType>
class EvolvedPool final : public PoolSearch<typename SpaceType::Point> {
 public:
  using Point = typename SpaceType::Point;
  /// Throws InputError for invalid options.
  EvolvedPool(SpaceType space, EvolvedPoolOptions options) : space_(std::move(space)), options_(options) {
    options_.check();
  }
  std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score, const History<Point>& seen, int q,
                                   Rng& rng) const override;

 private:
  Point mutated(Point point, Rng& rng) const {
    // Probabilities of 1, 2, ... steps.
    static constexpr std::array<double, 5> kSteps{0.5, 0.25, 0.125, 0.075, 0.05};
    double left = rng.uniform();
    for (const double chance : kSteps) {
      if (auto near = space_.neighbours(point, 1, rng); !near.empty()) point = std::move(near.front());
      left -= chance;
      if (left < 0) break;
    }
    return point;
  }

  // Returns the best observations, or one random point if there are none.
  std::vector<Point> first_pool(const History<Point>& seen, Rng& rng) const;
  // Returns the weights with which parents are drawn, one for each score.
  std::vector<double> chances(const std::vector<double>& scores) const;
  // Draws parents from `pool` by the weights `chances` and returns up to `count` allowed mutations whose keys
  // are not yet in `keys`, to which they are added.
  std::vector<Point> children(const std::vector<Point>& pool, const std::vector<double>& chances, int count,
                              std::set<std::string>& keys, Rng& rng) const;

  static constexpr double kNotFinite = -1e300;  // score in place of one that is not finite
  SpaceType space_;
  EvolvedPoolOptions options_;
};

template <typename SpaceType>
std::vector<typename SpaceType::Point> EvolvedPool<SpaceType>::first_pool(const History<Point>& seen,
                                                                          Rng& rng) const {
  std::vector<Point> pool;
  for (const auto i : descending<std::size_t>(seen.values)) {
    if (static_cast<int>(pool.size()) >= options_.first) break;
    pool.push_back(seen.points[i]);
  }
  if (pool.empty()) pool.push_back(space_.sample(rng));
  return pool;
}

template <typename SpaceType>
std::vector<double> EvolvedPool<SpaceType>::chances(const std::vector<double>& scores) const {
  const double best = *std::max_element(scores.begin(), scores.end());
  double mean = 0, square = 0, count = 0;
  for (const double score : scores)
    if (score > kNotFinite) {
      mean += score - best;
      square += (score - best) * (score - best);
      ++count;
    }
  mean /= std::max(1.0, count);
  const double deviation = std::sqrt(std::max(square / std::max(1.0, count) - mean * mean, 0.0));
  const bool differ = exceeds_rounding(deviation, std::abs(best));
  std::vector<double> chances;
  chances.reserve(scores.size());
  for (const double score : scores)
    chances.push_back(differ ? std::exp(options_.sharpness * (score - best) / deviation) : 1.0);
  return chances;
}

template <typename SpaceType>
std::vector<typename SpaceType::Point> EvolvedPool<SpaceType>::children(const std::vector<Point>& pool,
                                                                        const std::vector<double>& chances,
                                                                        int count,
                                                                        std::set<std::string>& keys,
                                                                        Rng& rng) const {
  const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
  std::vector<Point> fresh;
  // Limits the draws, as these parents may have few new mutations; the next round also has their children.
  constexpr int kTries = 4, kFewest = 50;
  for (int tries = std::max(kTries * count, kFewest); tries > 0 && static_cast<int>(fresh.size()) < count;
       --tries) {
    double at = rng.uniform() * sum;
    std::size_t parent = 0;
    while (parent + 1 < chances.size() && (at -= chances[parent]) >= 0) ++parent;
    Point child = mutated(pool[parent], rng);
    if (space_.allows(child) && keys.insert(space_.key(child)).second) fresh.push_back(std::move(child));
  }
  return fresh;
}

template <typename SpaceType>
std::vector<typename SpaceType::Point> EvolvedPool<SpaceType>::propose_batch(
    const AcquisitionFunction<Point>& score, const History<Point>& seen, int q, Rng& rng) const {
  std::vector<Point> pool = first_pool(seen, rng);
  std::vector<double> scores;
  const auto add_scores = [&](const std::vector<Point>& points) {
    const Eigen::VectorXd values = score.values(points);
    for (const double value : values) scores.push_back(std::isfinite(value) ? value : kNotFinite);
  };
  add_scores(pool);
  std::set<std::string> keys;
  for (const Point& point : pool) keys.insert(space_.key(point));
  constexpr double kLead = 25;
  const int budget = std::clamp(static_cast<int>(kLead * std::sqrt(static_cast<double>(seen.points.size()))),
                                std::max(options_.least, q), std::max(options_.most, q));
  for (int left = budget; left > 0;) {
    const std::vector<Point> fresh =
        children(pool, chances(scores), std::min(options_.mutations, left), keys, rng);
    if (fresh.empty()) break;
    add_scores(fresh);
    pool.insert(pool.end(), fresh.begin(), fresh.end());
    left -= static_cast<int>(fresh.size());
  }
  std::vector<Point> best = best_untaken(pool, scores, seen, q);
  if (best.empty()) best.push_back(space_.sample(rng));
  return best;
}

}  // namespace bora::surrogates
