// Default number of points that a search evaluates before its model chooses points.
#pragma once

#include <algorithm>

namespace bora::surrogates {

/// Returns the number of initial points of a search: `usual`, but at most three tenths of a known budget
/// (budget > 0, a number of evaluations), rounded down, or 4 if that is fewer than 4.
inline int default_initial_points(int usual, int budget) {
  constexpr int kFewest = 4;
  // Three tenths were chosen on seven functions of 2 to 6 numbers with 20 evaluations, seeds 0 to 19:
  // docs/results/constants.md.
  return budget == 0 ? usual : std::min(usual, std::max(kFewest, static_cast<int>(3LL * budget / 10)));
}

}  // namespace bora::surrogates
