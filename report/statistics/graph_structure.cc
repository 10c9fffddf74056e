#include "report/statistics/graph_structure.h"

#include <algorithm>

#include "common/error.h"
#include "report/statistics/communities.h"
#include "report/statistics/graph_changes.h"

namespace bora::report {

GraphStructure::GraphStructure(const Graph& graph)
    : nodes_(graph.nodes), edges_(graph.edges), communities_() {
  if (nodes_ > kMostNodes)
    throw InputError("a graph of {} nodes is too large for the analysis of edits: at most {}", nodes_,
                     kMostNodes);
  const auto neighbours = adjacency(nodes_, edges_);
  steps_.reserve(static_cast<std::size_t>(nodes_) * nodes_);
  for (int node = 0; node < nodes_; ++node) {
    for (const int steps : steps_from(neighbours, {node})) {
      steps_.push_back(steps < 0 ? kUnreachable : static_cast<std::uint16_t>(steps));
      longest_ = std::max(longest_, steps);
    }
  }
  communities_ = find_communities(graph);
  community_count_ =
      communities_.empty() ? 0 : *std::max_element(communities_.begin(), communities_.end()) + 1;
  const auto component = components(neighbours);
  component_count_ = component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

}  // namespace bora::report
