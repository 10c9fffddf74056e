#include "tools/report/statistics/graph_structure.h"

#include <algorithm>

#include "common/error.h"
#include "tools/report/figures/graph_changes.h"
#include "tools/report/statistics/igraph_session.h"

namespace bora {

std::vector<int> find_communities(const Graph& graph) {
  constexpr std::uint64_t kSeed = 1;  // seed of the order in which nodes are visited
  const IgraphSession session(kSeed);
  const IgraphGraph own(graph.nodes, graph.edges);
  igraph_vector_int_t membership;
  IgraphSession::check(igraph_vector_int_init(&membership, 0));
  const igraph_error_t code =
      igraph_community_multilevel(own.get(), nullptr, 1, &membership, nullptr, nullptr);
  std::vector<int> communities;
  for (igraph_integer_t i = 0; code == IGRAPH_SUCCESS && i < igraph_vector_int_size(&membership); ++i) {
    communities.push_back(static_cast<int>(VECTOR(membership)[i]));
  }
  igraph_vector_int_destroy(&membership);
  IgraphSession::check(code);
  return communities;
}

GraphStructure::GraphStructure(const Graph& graph)
    : nodes_(graph.nodes), edges_(graph.edges), communities_() {
  if (nodes_ > kMostNodes) {
    throw InputError("a graph of {} nodes is too large for the analysis of edits: at most {}", nodes_,
                     kMostNodes);
  }
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

}  // namespace bora
