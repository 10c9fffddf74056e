// Choice of some of many observations, for computations whose time grows with the cube of their number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "common/order.h"
#include "common/random.h"

namespace bora::surrogates {

/// Returns the indices of `most` values of y (n): the 50 largest, largest first, and others drawn at random;
/// n > most >= 50.
inline std::vector<int> best_and_others(const Eigen::VectorXd& y, int most, Rng& rng) {
  constexpr int kBest = 50;
  std::vector<int> order = descending(y);
  std::vector<int> others(order.begin() + kBest, order.end());
  rng.shuffle(others);
  order.resize(kBest);
  order.insert(order.end(), others.begin(), others.begin() + (most - kBest));
  return order;
}

/// Returns `most` of the indices 0 ... n-1 at (nearly) equal distances, the first and the last included; all
/// if n <= most. most >= 2.
inline std::vector<int> spread_evenly(int n, int most) {
  std::vector<int> places = consecutive(std::min(n, most));
  if (n <= most) return places;
  for (auto& place : places)
    place = static_cast<int>(static_cast<std::int64_t>(place) * (n - 1) / (most - 1));
  return places;
}

}  // namespace bora::surrogates
