// Exact one-sided sign test.
#pragma once

#include <cmath>

#include "common/layers.h"

namespace bora::attacks {

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

}  // namespace bora::attacks
