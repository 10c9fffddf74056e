// Pairs of which one may win: how likely chance alone is to favour one side as much.
#pragma once

#include <cmath>

#include "common/layers.h"

namespace bora::attacks {

/// One-sided sign test: of wins + losses fair coins, the chance that `wins` or more show heads; 1 without
/// any. Exact; McNemar's test of paired successes (Psychometrika 12, 1947), on one side.
inline double sign_test(int wins, int losses) {
  const int n = wins + losses;
  double tail = 0;
  for (int k = wins; k <= n; ++k)
    tail +=
        std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) - n * std::log(2.0));
  return std::fmin(1.0, tail);
}

}  // namespace bora::attacks
