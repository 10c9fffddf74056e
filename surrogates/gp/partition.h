// Partition of coordinates into disjoint groups.
#pragma once

#include <vector>

#include "common/random.h"

namespace bora::surrogates {

/// Partition of the coordinates 0 ... d-1, in which group j has the coordinates order[starts[j]], ...,
/// order[starts[j + 1] - 1].
struct Partition {
  std::vector<int> order;   ///< coordinates sorted by group, a permutation of 0 ... d-1
  std::vector<int> starts;  ///< groups + 1 indices into `order`, from 0 to d

  int dimension() const { return static_cast<int>(order.size()); }
  int groups() const { return static_cast<int>(starts.size()) - 1; }
  int start(int group) const { return starts[group]; }
  int size(int group) const { return starts[group + 1] - starts[group]; }
};

/// Cuts `order` into groups whose sizes differ by at most one; groups in [1, order.size()].
Partition cut(std::vector<int> order, int groups);

/// Returns a random partition into groups whose sizes differ by at most one; all such partitions are equally
/// likely.
Partition random_partition(int dimension, int groups, Rng& rng);

/// Returns whether two partitions have the same groups, in any order.
bool same_groups(const Partition& a, const Partition& b);

}  // namespace bora::surrogates
