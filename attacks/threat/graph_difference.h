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

/// Returns all pairs whose edge or weight differs, ascending. The graphs may have different numbers of nodes.
/// Linear in the number of edges.
std::vector<EdgeDifference> edge_differences(const Graph& before, const Graph& after);

/// Returns the number of connected components; an isolated node is one. Near-linear in the graph's size.
int connected_components(const Graph& graph);

/// Returns whether the edges of `removed` and `added` can be paired one to one so that the two edges of every
/// pair share a node: (u, v) became (u, w).
///
/// Finds a perfect matching as a maximum flow from the removed edges through their nodes to the added edges
/// at these nodes. The size of this network is linear in the number of edges; a bipartite graph of all pairs
/// that share a node would be quadratic in the degree of a hub.
bool are_rewirings(std::span<const NodePair> removed, std::span<const NodePair> added);

/// Returns nullopt if the removed and added edges can be paired as rewirings that keep weights, so that only
/// edges of equal weight are paired (are_rewirings()). Otherwise returns one of the edges of the smallest
/// weight whose edges cannot all be paired. Every element of `differences` must be an added or a removed
/// edge.
std::optional<NodePair> first_without_partner(std::vector<EdgeDifference> differences);

}  // namespace bora::attacks
