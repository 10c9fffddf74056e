// Differences between the edges of two graphs.
#pragma once

#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Pair of nodes whose edge differs between two graphs; a weight of 0 means that there is no edge.
struct EdgeDifference {
  NodePair pair;
  float before = 0;
  float after = 0;
  bool added() const { return before == 0; }
  bool removed() const { return after == 0; }
  bool operator==(const EdgeDifference&) const = default;
};

/// Returns all pairs that differ, ascending. Linear in the number of edges; the graphs may differ in their
/// nodes.
std::vector<EdgeDifference> edge_differences(const Graph& before, const Graph& after);

/// Returns the number of connected components; a node without edges is one. Practically linear.
int connected_components(const Graph& graph);

}  // namespace bora::attacks
