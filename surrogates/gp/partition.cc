#include "surrogates/gp/partition.h"

#include <algorithm>
#include <set>

namespace bora::surrogates {

Partition cut(std::vector<int> order, int groups) {
  Partition partition{std::move(order), {0}};
  const int d = partition.dimension();
  // The first d mod groups of them hold one more.
  for (int j = 0; j < groups; ++j)
    partition.starts.push_back(partition.starts.back() + d / groups + (j < d % groups ? 1 : 0));
  return partition;
}

Partition random_partition(int dimension, int groups, Rng& rng) {
  return cut(rng.permutation(dimension), groups);
}

bool same_groups(const Partition& a, const Partition& b) {
  const auto sets = [](const Partition& partition) {
    std::set<std::set<int>> all;
    for (int j = 0; j < partition.groups(); ++j)
      all.insert(
          {partition.order.begin() + partition.start(j), partition.order.begin() + partition.start(j + 1)});
    return all;
  };
  return sets(a) == sets(b);
}

}  // namespace bora::surrogates
