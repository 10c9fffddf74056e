// Lists of indices, and their order by values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace bora {

/// Returns first, first + 1, ..., first + count - 1. count >= 0.
template <typename Index>
std::vector<Index> consecutive(Index count, Index first = 0) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// Returns the indices 0, ..., count - 1 sorted by key(index), smallest first, equal ones in their order.
template <typename Index, typename Key>
std::vector<Index> ascending_by(Index count, Key key) {
  std::vector<Index> order = consecutive(count);
  std::ranges::stable_sort(order, std::less<>(), std::move(key));
  return order;
}

/// Returns the indices sorted as by ascending_by(), but largest first.
template <typename Index, typename Key>
std::vector<Index> descending_by(Index count, Key key) {
  std::vector<Index> order = consecutive(count);
  std::ranges::stable_sort(order, std::greater<>(), std::move(key));
  return order;
}

/// Returns the indices of `values`, smallest value first, equal ones in their order.
template <typename Index = int, typename Values>
std::vector<Index> ascending(const Values& values) {
  return ascending_by(static_cast<Index>(values.size()),
                      [&](Index i) -> decltype(auto) { return values[i]; });
}

/// Returns the indices of `values`, largest value first, equal ones in their order.
template <typename Index = int, typename Values>
std::vector<Index> descending(const Values& values) {
  return descending_by(static_cast<Index>(values.size()),
                       [&](Index i) -> decltype(auto) { return values[i]; });
}

}  // namespace bora
