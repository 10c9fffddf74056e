// Differences between the edges of two graphs, and how they pair as rewirings.
#pragma once

#include <optional>
#include <span>
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

/// Returns whether the edges of `removed` and `added` can be paired one to one so that the two edges of every
/// pair share a node: (u, v) became (u, w).
///
/// Finds a perfect matching as a flow from every removed edge through one of its two nodes to an added edge
/// there. The network is linear in the number of edges, while the graph of all pairs that share a node is
/// quadratic at a hub.
bool are_rewirings(std::span<const NodePair> removed, std::span<const NodePair> added);

/// Returns an edge that cannot be paired if edges keep their weights, so that only equal weights may be
/// paired; none if all edges can be paired. No edge of `differences` may have changed its weight in place.
std::optional<NodePair> first_without_partner(std::vector<EdgeDifference> differences);

}  // namespace bora::attacks
