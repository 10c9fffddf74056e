#include "surrogates/kernels/graph/edited_adjacency.h"

#include <algorithm>

namespace bora::surrogates {
namespace {

void sort_without_repeats(std::vector<int>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

EditedAdjacency::EditedAdjacency(std::vector<std::vector<FeatureGraph::Neighbour>> neighbours)
    : neighbours_(std::move(neighbours)) {
  for (auto& list : neighbours_) std::ranges::sort(list, {}, &FeatureGraph::Neighbour::node);
}

std::vector<int> EditedAdjacency::with_neighbourhood(std::vector<int> nodes,
                                                     const std::vector<int>& changed) const {
  for (const int node : changed) {
    nodes.push_back(node);
    for (const auto& neighbour : of(node)) nodes.push_back(neighbour.node);
  }
  sort_without_repeats(nodes);
  return nodes;
}

double EditedAdjacency::set(int from, int to, double weight) {
  auto& list = neighbours_[from];
  const auto at = std::ranges::lower_bound(list, to, {}, &FeatureGraph::Neighbour::node);
  const bool there = at != list.end() && at->node == to;
  const double before = there ? at->weight : 0.0;
  if (!there) {
    if (weight != 0) list.insert(at, {to, weight});
  } else if (weight == 0) {
    list.erase(at);
  } else {
    at->weight = weight;
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
  sort_without_repeats(nodes);
  return nodes;
}

}  // namespace bora::surrogates
