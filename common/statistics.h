// Statistics that several layers need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace bora {

/// Standard normal quantile of 0.975, for two-sided 95% intervals.
inline constexpr double kNormal95 = 1.959963984540054;

/// Returns the quantile p in [0, 1] of sorted values by linear interpolation between order statistics (type 7
/// of Hyndman and Fan, Am. Stat. 50, 1996). `ascending` must not be empty.
inline double sample_quantile(std::span<const double> ascending, double p) {
  const double place = p * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return ascending[below] + (place - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

/// Returns the median; for an even number of values the larger of the middle two. `values` must not be empty.
inline double upper_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Returns whether `a` is at least as good as `b` in every value and better in one. Larger is better; both
/// have the same number of values.
template <typename Row, typename Other>
bool dominates(const Row& a, const Other& b) {
  bool better = false;
  auto other = b.begin();
  for (const double value : a) {
    if (value < *other) return false;
    better = better || value > *other;
    ++other;
  }
  return better;
}

}  // namespace bora
