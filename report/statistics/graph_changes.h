// Differences between a graph and its adversarial graph.
#pragma once

#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::report {

/// Node pairs in which two graphs differ or agree; each list is ascending. Nodes of the original keep their
/// numbers; injected nodes have the numbers after them.
struct GraphChanges {
  std::vector<NodePair> kept;        ///< edges of both graphs, reweighted ones included
  std::vector<NodePair> added;       ///< edges of the adversarial graph only
  std::vector<NodePair> removed;     ///< edges of the original only
  std::vector<NodePair> reweighted;  ///< edges of both, with different weights
  int first_injected = 0;            ///< number of the first injected node: the original's number of nodes
  int injected = 0;                  ///< number of injected nodes

  /// Returns the pairs that differ: added, removed and reweighted, ascending.
  std::vector<NodePair> edited() const;
};

/// Compares two graphs. Throws InputError if `adversarial` has fewer nodes than `original`.
GraphChanges changes_between(const Graph& original, const Graph& adversarial);

/// Returns the neighbours of every node, ascending.
std::vector<std::vector<int>> adjacency(int nodes, const std::vector<NodePair>& edges);

/// Returns the distance of every node from the nearest of `sources`, in steps; -1 where there is no path.
std::vector<int> steps_from(const std::vector<std::vector<int>>& neighbours, const std::vector<int>& sources);

/// Returns the connected component of every node: 0, 1, ..., in order of their first nodes.
std::vector<int> components(const std::vector<std::vector<int>>& neighbours);

}  // namespace bora::report
