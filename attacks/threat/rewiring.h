// Tests whether removed and added edges are rewirings of each other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attacks/threat/graph_difference.h"
#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

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
