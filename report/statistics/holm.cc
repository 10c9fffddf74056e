#include "report/statistics/holm.h"

#include <algorithm>

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

}  // namespace bora::report
