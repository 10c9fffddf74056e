// Exact sign tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace bora {

/// Returns the p-value of the exact one-sided sign test: the probability that `wins` or more of wins + losses
/// fair coins show heads; 1 if wins + losses = 0. On paired successes this is McNemar's test (Psychometrika
/// 12, 1947), one-sided.
inline double sign_test(int wins, int losses) {
  const int n = wins + losses;
  double tail = 0;
  for (int k = wins; k <= n; ++k)
    tail +=
        std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) - n * std::log(2.0));
  return std::fmin(1.0, tail);
}

/// Returns the probability that the sum of `differences` is at least `least` if the sign of each is random
/// (Fisher's randomisation test). The distribution of the sum is enumerated exactly.
inline double random_sign_tail(std::span<const int> differences, int least) {
  int ones = 0;
  std::vector<int> larger;
  for (const int each : differences) {
    if (std::abs(each) == 1) ++ones;
    if (std::abs(each) > 1) larger.push_back(std::abs(each));
  }
  // chance[i]: probability that the sum so far is i - total. The sum of the differences of size 1 has a
  // binomial distribution.
  int total = ones;
  std::vector<double> chance(2 * static_cast<std::size_t>(ones) + 1);
  for (int k = 0; k <= ones; ++k)
    chance[2 * static_cast<std::size_t>(k)] = std::exp(std::lgamma(ones + 1.0) - std::lgamma(k + 1.0) -
                                                       std::lgamma(ones - k + 1.0) - ones * std::log(2.0));
  for (const int each : larger) {
    const std::size_t shift = 2 * static_cast<std::size_t>(each);
    std::vector<double> next(chance.size() + shift);
    for (std::size_t i = 0; i < chance.size(); ++i) {
      next[i] += chance[i] / 2;
      next[i + shift] += chance[i] / 2;
    }
    chance = std::move(next);
    total += each;
  }
  const auto first = chance.begin() + std::clamp(least + total, 0, 2 * total + 1);
  return std::min(1.0, std::accumulate(first, chance.end(), 0.0));
}

/// Returns the p-value of the one-sided sign test for pairs in clusters, such as the instances on one input.
/// `differences`: for each cluster, its number of wins less its number of losses. If every cluster is a
/// single pair, this is the test above.
inline double sign_test(std::span<const int> differences) {
  return random_sign_tail(differences, std::accumulate(differences.begin(), differences.end(), 0));
}

}  // namespace bora
