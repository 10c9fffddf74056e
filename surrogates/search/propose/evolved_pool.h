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
  std::vector<Point> propose_batch(const Score<Point>& score, const History<Point>& seen, int q,
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

  SpaceType space_;
  EvolvedPoolOptions options_;
};

template <typename SpaceType>
std::vector<typename SpaceType::Point> EvolvedPool<SpaceType>::propose_batch(const Score<Point>& score,
                                                                             const History<Point>& seen,
                                                                             int q, Rng& rng) const {
  std::vector<std::size_t> order(seen.points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return seen.values[a] > seen.values[b]; });
  std::vector<Point> pool, fresh;
  for (std::size_t i = 0; i < order.size() && static_cast<int>(i) < options_.first; ++i)
    pool.push_back(seen.points[order[i]]);
  if (pool.empty()) pool.push_back(space_.sample(rng));
  std::vector<double> worth;
  const auto scored = [&](const std::vector<Point>& points) {
    const Eigen::VectorXd values = score.values(points);
    for (const double value : values) worth.push_back(std::isfinite(value) ? value : -1e300);
  };
  scored(pool);
  std::set<std::string> keys;
  for (const Point& point : pool) keys.insert(space_.key(point));
  constexpr double kLead = 25;
  const int budget = std::clamp(static_cast<int>(kLead * std::sqrt(static_cast<double>(seen.points.size()))),
                                std::max(options_.least, q), std::max(options_.most, q));
  for (int left = budget; left > 0;) {
    std::vector<double> chances;
    chances.reserve(worth.size());
    const double best = *std::max_element(worth.begin(), worth.end());
    double mean = 0, square = 0, count = 0;
    for (const double w : worth)
      if (w > -1e300) {
        mean += w - best;
        square += (w - best) * (w - best);
        ++count;
      }
    mean /= std::max(1.0, count);
    const double deviation = std::sqrt(std::max(square / std::max(1.0, count) - mean * mean, 0.0));
    for (const double w : worth)
      chances.push_back(deviation > 0 ? std::exp(options_.sharpness * (w - best) / deviation) : 1.0);
    const double sum = std::accumulate(chances.begin(), chances.end(), 0.0);
    fresh.clear();
    const int round = std::min(options_.mutations, left);
    // Where parents run out of new children, others may have some in the next round, the children among them.
    constexpr int kTries = 4, kFewest = 50;
    for (int tries = std::max(kTries * round, kFewest); tries > 0 && static_cast<int>(fresh.size()) < round;
         --tries) {
      double at = rng.uniform() * sum;
      std::size_t parent = 0;
      while (parent + 1 < chances.size() && (at -= chances[parent]) >= 0) ++parent;
      Point child = mutated(pool[parent], rng);
      if (space_.allows(child) && keys.insert(space_.key(child)).second) fresh.push_back(std::move(child));
    }
    if (fresh.empty()) break;
    scored(fresh);
    pool.insert(pool.end(), fresh.begin(), fresh.end());
    left -= static_cast<int>(fresh.size());
  }
  std::vector<std::size_t> ranked(pool.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
  std::vector<Point> out;
  for (std::size_t i = 0; i < ranked.size() && static_cast<int>(out.size()) < q; ++i)
    if (!seen.taken(pool[ranked[i]])) out.push_back(pool[ranked[i]]);
  if (out.empty()) out.push_back(space_.sample(rng));
  return out;
}

}  // namespace bora::surrogates
