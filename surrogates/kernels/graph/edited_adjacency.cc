#include "surrogates/kernels/graph/edited_adjacency.h"

#include <algorithm>

namespace bora {

EditedAdjacency::EditedAdjacency(std::vector<std::vector<FeatureGraph::Neighbour>> neighbours)
    : neighbours_(std::move(neighbours)) {}

// The order within a list does not matter: every feature is a sum or a multiset over neighbours, brought into
// order where it is formed.
double EditedAdjacency::set(int from, int to, double weight) {
  auto& list = neighbours_[from];
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& n) { return n.node == to; });
  const double before = found == list.end() ? 0.0 : found->weight;
  if (found == list.end()) {
    if (weight != 0) list.push_back({to, weight});
  } else if (weight == 0) {
    *found = list.back();
    list.pop_back();
  } else {
    found->weight = weight;
  }
  return before;
}

FeatureChange EditedAdjacency::apply(const FeatureChange& change) {
  FeatureChange inverse;
  inverse.new_nodes = change.new_nodes;
  neighbours_.resize(neighbours_.size() + change.new_nodes.size());
  for (const auto& edge : change.edges) {
    inverse.edges.push_back({edge.u, edge.v, set(edge.u, edge.v, edge.weight)});
    set(edge.v, edge.u, edge.weight);
  }
  return inverse;
}

void EditedAdjacency::undo(const FeatureChange& inverse) {
  for (const auto& edge : inverse.edges) {
    set(edge.u, edge.v, edge.weight);
    set(edge.v, edge.u, edge.weight);
  }
  neighbours_.resize(neighbours_.size() - inverse.new_nodes.size());
}

std::vector<int> touched_nodes(const FeatureChange& change, int nodes_before) {
  std::vector<int> nodes;
  for (const auto& edge : change.edges) {
    nodes.push_back(edge.u);
    nodes.push_back(edge.v);
  }
  for (std::size_t i = 0; i < change.new_nodes.size(); ++i)
    nodes.push_back(nodes_before + static_cast<int>(i));
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace bora
