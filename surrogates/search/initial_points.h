// Default number of points that a search evaluates before its model chooses.
#pragma once

#include <algorithm>

namespace bora::surrogates {

/// Returns the number of initial points of a search: `usual` or, where the budget is known (not 0) and three
/// tenths of it are fewer, these, but at least 4 of the usual ones.
inline int default_initial_points(int usual, int budget) {
  constexpr int kFewest = 4;
  // Seeds 0-19 of seven functions of 2 to 6 numbers with 20 evaluations: docs/results/constants.md.
  return budget == 0 ? usual : std::min(usual, std::max(kFewest, static_cast<int>(3LL * budget / 10)));
}

}  // namespace bora::surrogates
