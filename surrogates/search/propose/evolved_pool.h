// Maximisation of a score by evolution, in a space that only has draws and neighbours.
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
#include "surrogates/search/propose/pool_search.h"

namespace bora::surrogates {

struct EvolvedPoolOptions {
  int first = 20;              ///< number of best points so far with which evolution begins, >= 1
  int mutations = 50;          ///< number of mutations in each round, >= 1
  int least = 50, most = 500;  ///< points scored for one proposal: 25 sqrt(observations), within these, >= 1
  double sharpness = 0.5;      ///< sharpness of parent selection, per standard deviation of the scores, >= 0
  void check() const {         ///< throws InputError naming the field
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

/// Proposer that evolves points by the score (Kandasamy et al. 2018, section 4): in each round parents are
/// drawn from all points scored so far, one with score s with a chance proportional to exp(sharpness s /
/// deviation of the scores), and mutated by one to five steps. Numbers are those of the authors' public code.
template <typename SpaceType>
class EvolvedPool final : public PoolSearch<typename SpaceType::Point> {
 public:
  using Point = typename SpaceType::Point;
  /// Throws InputError.
  EvolvedPool(SpaceType space, EvolvedPoolOptions options) : space_(std::move(space)), options_(options) {
    options_.check();
  }
  std::vector<Point> propose_batch(const AcquisitionFunction<Point>& score, const History<Point>& seen, int q,
                                   Rng& rng) const override;

 private:
  Point mutated(Point point, Rng& rng) const {
    // Chances of 1, 2, ... steps.
    static constexpr std::array<double, 5> kSteps{0.5, 0.25, 0.125, 0.075, 0.05};
    double left = rng.uniform();
    for (const double chance : kSteps) {
      if (auto near = space_.neighbours(point, 1, rng); !near.empty()) point = std::move(near.front());
      left -= chance;
      if (left < 0) break;
    }
    return point;
  }

  // Returns the best points so far, or one draw if there are none.
  std::vector<Point> first_pool(const History<Point>& seen, Rng& rng) const;
  // Returns the weights by which parents are drawn, one for each score.
  std::vector<double> chances(const std::vector<double>& scores) const;
  // Returns up to `count` new mutations of points of `pool`, drawn by `chances`, and adds their keys.
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
  for (const std::size_t i : descending(seen.values)) {
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
  std::vector<double> chances;
  chances.reserve(scores.size());
  for (const double score : scores)
    chances.push_back(deviation > 0 ? std::exp(options_.sharpness * (score - best) / deviation) : 1.0);
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
  // If parents run out of new children, other parents, the children among them, may have some next round.
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
