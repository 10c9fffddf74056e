#include "report/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bora::report {

std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i]) order.push_back(i);
  std::ranges::stable_sort(order, {}, [p](std::size_t i) { return *p[i]; });
  std::vector<std::optional<double>> adjusted(p.size());
  double largest = 0;  // no test is rejected before one with a smaller p
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * *p[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

int smallest_significant_count(int tests) {
  int pairs = 1;
  while (std::max(1, tests) * std::ldexp(1.0, 1 - pairs) >= kSignificance) ++pairs;
  return pairs;
}

double fisher_exact(int first_successes, int first_trials, int second_successes, int second_trials) {
  if (first_successes < 0 || first_successes > first_trials || second_successes < 0 ||
      second_successes > second_trials)
    throw std::invalid_argument("fisher_exact: more successes than trials, or fewer than none");
  const int successes = first_successes + second_successes;
  const auto log_choose = [](int n, int k) {
    return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
  };
  const auto log_chance = [&](int in_first) {
    return log_choose(first_trials, in_first) + log_choose(second_trials, successes - in_first) -
           log_choose(first_trials + second_trials, successes);
  };
  const double seen = log_chance(first_successes);
  // Tables exactly as likely as the observed one count as well; the tolerance allows for rounding.
  constexpr double kRounding = 1e-7;
  double p = 0;
  for (int k = std::max(0, successes - second_trials); k <= std::min(first_trials, successes); ++k)
    if (log_chance(k) <= seen + kRounding) p += std::exp(log_chance(k));
  return std::min(1.0, p);
}

}  // namespace bora::report
