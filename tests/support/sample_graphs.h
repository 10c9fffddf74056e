// Small graphs for tests of what edits them.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "common/random.h"
#include "data/graphs/graph.h"
#include "support/layers.h"

namespace bora::testing {

/// Unlabelled and unweighted.
inline Graph make_graph(int nodes, std::vector<NodePair> edges) {
  Graph graph;
  graph.nodes = nodes;
  std::ranges::sort(edges);
  graph.edges = std::move(edges);
  return graph;
}

inline Graph path_graph(int nodes) {
  std::vector<NodePair> edges;
  for (int i = 0; i + 1 < nodes; ++i) edges.push_back({i, i + 1});
  return make_graph(nodes, edges);
}

inline Graph cycle_graph(int nodes) {
  Graph graph = path_graph(nodes);
  graph.edges.push_back({0, nodes - 1});
  std::ranges::sort(graph.edges);
  return graph;
}

inline Graph complete_graph(int nodes) {
  std::vector<NodePair> edges;
  for (int u = 0; u < nodes; ++u)
    for (int v = u + 1; v < nodes; ++v) edges.push_back({u, v});
  return make_graph(nodes, edges);
}

/// As many different random edges as asked for, or as there are pairs. Memory linear in them.
inline Graph random_graph(int nodes, int edges, std::uint64_t seed) {
  Rng rng(seed);
  const long pairs = static_cast<long>(nodes) * (nodes - 1) / 2;
  std::set<NodePair> chosen;
  while (static_cast<long>(chosen.size()) < std::min<long>(edges, pairs)) {
    const int u = rng.index(nodes);
    const int v = rng.index(nodes);
    if (u != v) chosen.insert(pair_of(u, v));
  }
  return make_graph(nodes, {chosen.begin(), chosen.end()});
}

/// Weights among 0.25, 0.5, 0.75 and 1, so that equal ones occur.
inline Graph weighted(Graph graph, std::uint64_t seed) {
  Rng rng(seed);
  for (std::size_t i = 0; i < graph.edges.size(); ++i)
    graph.weights.push_back(0.25F * static_cast<float>(1 + rng.index(4)));
  return graph;
}

inline Graph labelled(Graph graph, int labels, std::uint64_t seed) {
  Rng rng(seed);
  for (int i = 0; i < graph.nodes; ++i) graph.node_labels.push_back(rng.index(labels));
  return graph;
}

inline Graph attributed(Graph graph, int count, std::uint64_t seed) {
  Rng rng(seed);
  graph.attribute_count = count;
  for (int i = 0; i < graph.nodes * count; ++i) graph.attributes.push_back(static_cast<float>(rng.normal()));
  return graph;
}

/// `graph` where the edge at `pair` weighs so much; 0: is not there.
inline Graph with_edge(const Graph& graph, NodePair pair, float weight = 1) {
  Graph edited = graph;
  if (const int at = graph.find(pair); at >= 0) {
    edited.edges.erase(edited.edges.begin() + at);
    if (graph.weighted()) edited.weights.erase(edited.weights.begin() + at);
  }
  if (weight == 0) return edited;
  const auto place = std::ranges::lower_bound(edited.edges, pair) - edited.edges.begin();
  edited.edges.insert(edited.edges.begin() + place, pair);
  if (graph.weighted()) edited.weights.insert(edited.weights.begin() + place, weight);
  return edited;
}

inline Graph without_edge(const Graph& graph, NodePair pair) {
  return with_edge(graph, pair, 0);
}

/// One more node, with an edge to each of `neighbours`. Label and attributes as node 0 has them.
inline Graph with_node(const Graph& graph, const std::vector<int>& neighbours) {
  Graph edited = graph;
  const int node = edited.nodes++;
  if (!graph.node_labels.empty()) edited.node_labels.push_back(graph.node_labels[0]);
  edited.attributes.insert(edited.attributes.end(), graph.attributes.begin(),
                           graph.attributes.begin() + graph.attribute_count);
  for (const int neighbour : neighbours)
    edited = with_edge(edited, pair_of(neighbour, node), graph.weighted() ? graph.weights[0] : 1);
  return edited;
}

}  // namespace bora::testing
