// Whether edges that went and edges that came are rewirings of each other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "attacks/threat/graph_difference.h"
#include "data/graph.h"

namespace bora {

/// Whether each of `removed` can be paired with one of `added`, and the other way round, so that the two
/// edges of every pair share a node: (u, v) became (u, w).
///
/// A perfect matching, found as a flow that runs from every removed edge through one of its two nodes to an
/// added edge there. The network is linear in the number of edges, where the graph of all pairs that share a
/// node is quadratic at a hub.
bool are_rewirings(std::span<const NodePair> removed, std::span<const NodePair> added);

/// The same where edges take their weights along, so that only equal weights may be paired: nothing if that
/// works, else one of the edges that cannot be. No edge of `differences` may have changed its weight in
/// place.
std::optional<NodePair> first_without_partner(std::vector<EdgeDifference> differences);

}  // namespace bora
