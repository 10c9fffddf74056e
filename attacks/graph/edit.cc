#include "attacks/graph/edit.h"

#include <algorithm>
#include <cassert>

#include "attacks/threat/graph_difference.h"

namespace bora::attacks {

EditableGraph::EditableGraph(const Graph& graph)
    : neighbours_(graph.nodes),
      node_labels_(graph.node_labels),
      attributes_(graph.attributes),
      attribute_count_(graph.attribute_count),
      edges_(static_cast<int>(graph.edges.size())),
      weighted_(graph.weighted()) {
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [u, v] = graph.edges[i];
    neighbours_[u].push_back({v, graph.weight(static_cast<int>(i))});
    neighbours_[v].push_back({u, graph.weight(static_cast<int>(i))});
  }
  for (auto& list : neighbours_) std::sort(list.begin(), list.end());
}

EditableGraph::EditableGraph(const Graph& graph, const Graph& original) : EditableGraph(graph) {
  weighted_ = original.weighted();
  for (const auto& [pair, before, after] : edge_differences(original, graph)) changes_[pair] = before;
}

float EditableGraph::weight(NodePair pair) const {
  const auto& list = neighbours_[pair.u];
  const auto found = std::ranges::lower_bound(list, pair.v, {}, &Neighbour::node);
  return found != list.end() && found->node == pair.v ? found->weight : 0.0f;
}

float EditableGraph::original_weight(NodePair pair) const {
  const auto changed = changes_.find(pair);
  return changed != changes_.end() ? changed->second : weight(pair);
}

float EditableGraph::set_weight(const EdgeChange& change) {
  const auto set_one_way = [&](int from, int to) {
    auto& list = neighbours_[from];
    const auto found = std::ranges::lower_bound(list, to, {}, &Neighbour::node);
    const bool there = found != list.end() && found->node == to;
    const float before = there ? found->weight : 0.0f;
    if (change.weight == 0) {
      if (there) list.erase(found);
    } else if (there) {
      found->weight = change.weight;
    } else {
      list.insert(found, {to, change.weight});
    }
    return before;
  };
  const float before = set_one_way(change.pair.u, change.pair.v);
  set_one_way(change.pair.v, change.pair.u);
  edges_ += static_cast<int>(change.weight != 0) - static_cast<int>(before != 0);
  if (change.weight != before) {
    const auto changed = changes_.try_emplace(change.pair, before).first;
    if (changed->second == change.weight) changes_.erase(changed);
  }
  return before;
}

Edit EditableGraph::apply(const Edit& edit) {
  Edit inverse;
  if (edit.node) {
    inverse.node = edit.node;
    neighbours_.emplace_back();
    if (!node_labels_.empty()) node_labels_.push_back(edit.node->label);
    attributes_.insert(attributes_.end(), edit.node->attributes.begin(), edit.node->attributes.end());
  }
  for (const EdgeChange& change : edit.changes) inverse.changes.push_back({change.pair, set_weight(change)});
  return inverse;
}

void EditableGraph::undo(const Edit& inverse) {
  for (const EdgeChange& change : inverse.changes) set_weight(change);
  if (!inverse.node) return;
  assert(neighbours_.back().empty());
  neighbours_.pop_back();
  if (!node_labels_.empty()) node_labels_.pop_back();
  attributes_.resize(attributes_.size() - attribute_count_);
}

void EditableGraph::undo(const std::vector<Edit>& inverses) {
  for (auto inverse = inverses.rbegin(); inverse != inverses.rend(); ++inverse) undo(*inverse);
}

Graph EditableGraph::graph() const {
  Graph graph;
  graph.nodes = nodes();
  graph.node_labels = node_labels_;
  graph.attributes = attributes_;
  graph.attribute_count = attribute_count_;
  graph.edges.reserve(edges_);
  if (weighted_) graph.weights.reserve(edges_);
  for (int u = 0; u < graph.nodes; ++u) {
    for (const Neighbour& neighbour : neighbours_[u]) {
      if (neighbour.node < u) continue;
      graph.edges.push_back({u, neighbour.node});
      if (weighted_) graph.weights.push_back(neighbour.weight);
    }
  }
  return graph;
}

}  // namespace bora::attacks
