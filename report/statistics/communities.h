// Communities of a graph: groups of nodes with many edges inside and few between them.
#pragma once

#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::report {

/// Returns the community of every node: 0, 1, ..., in order of their first nodes, by multilevel maximisation
/// of modularity (Blondel et al., J. Stat. Mech. P10008, 2008), which ignores weights. The result is
/// deterministic.
std::vector<int> find_communities(const Graph& graph);

/// Returns the modularity of a partition: the share of edges inside communities, less the share expected if
/// the same degrees were joined at random; 0 for a graph without edges (Newman and Girvan, Phys. Rev. E 69,
/// 026113, 2004).
double modularity(const Graph& graph, const std::vector<int>& communities);

}  // namespace bora::report
