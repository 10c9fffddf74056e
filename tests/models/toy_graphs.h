// Graphs that a small network learns in a few steps, and random ones.
#pragma once

#include <algorithm>

#include "common/random.h"
#include "data/graphs/graph.h"
#include "support/labelled_inputs.h"

namespace bora::models {

/// Returns a random graph in which each pair is an edge with probability `density`.
inline Graph random_graph(int nodes, double density, Rng& rng) {
  Graph graph;
  graph.nodes = nodes;
  for (int u = 0; u < nodes; ++u)
    for (int v = u + 1; v < nodes; ++v)
      if (rng.uniform() < density) graph.edges.push_back({u, v});
  return graph;
}

/// Returns such a graph with node labels 0 to 2, two attributes per node and, if `weighted`, edge weights.
inline Graph rich_graph(int nodes, double density, Rng& rng, bool weighted = false) {
  Graph graph = random_graph(nodes, density, rng);
  graph.attribute_count = 2;
  for (int node = 0; node < nodes; ++node) {
    graph.node_labels.push_back(rng.index(3));
    for (int i = 0; i < 2; ++i) graph.attributes.push_back(static_cast<float>(rng.normal()));
  }
  for (std::size_t i = 0; weighted && i < graph.edges.size(); ++i)
    graph.weights.push_back(static_cast<float>(rng.uniform(0.5, 2)));
  return graph;
}

/// Returns `n` graphs of 6 to 12 nodes in `classes` classes; graphs of higher classes are denser.
inline GraphDataset densities(int n, int classes, std::uint64_t seed) {
  auto dataset = testing::labelled_inputs<GraphDataset>(n, classes, "densities");
  Rng rng(seed);
  for (const int label : dataset.labels)
    dataset.graphs.push_back(random_graph(6 + rng.index(7), (label + 0.5) / classes, rng));
  return dataset;
}

/// Returns `graph` with node i renumbered to order[i].
inline Graph renumbered(const Graph& graph, const std::vector<int>& order) {
  Graph result = graph;
  std::vector<std::pair<NodePair, float>> edges;
  for (std::size_t i = 0; i < graph.edges.size(); ++i)
    edges.emplace_back(pair_of(order[graph.edges[i].u], order[graph.edges[i].v]),
                       graph.weight(static_cast<int>(i)));
  std::ranges::sort(edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    result.edges[i] = edges[i].first;
    if (graph.weighted()) result.weights[i] = edges[i].second;
  }
  for (int node = 0; node < graph.nodes; ++node) {
    if (!graph.node_labels.empty()) result.node_labels[order[node]] = graph.node_labels[node];
    std::ranges::copy(graph.attributes_of(node),
                      result.attributes.begin() + order[node] * graph.attribute_count);
  }
  return result;
}

}  // namespace bora::models
