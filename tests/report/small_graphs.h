// Graphs of known structure, for tests.
#pragma once

#include <algorithm>
#include <vector>

#include "data/graphs/graph.h"
#include "support/layers.h"
#include "support/sample_graphs.h"

namespace bora::testing {

/// Returns a ring of `cliques` cliques of `size` nodes each, with one edge from each to the next.
inline Graph ring_of_cliques(int cliques, int size) {
  std::vector<NodePair> edges;
  for (int c = 0; c < cliques; ++c) {
    for (int u = 0; u < size; ++u)
      for (int v = u + 1; v < size; ++v) edges.push_back({c * size + u, c * size + v});
    edges.push_back(pair_of(c * size, ((c + 1) % cliques) * size + 1));
  }
  return make_graph(cliques * size, edges);
}

/// Returns the graph with the edge of each pair added if it is absent, or else removed.
inline Graph flipped(const Graph& graph, const std::vector<NodePair>& pairs) {
  std::vector<NodePair> edges = graph.edges;
  for (const NodePair& pair : pairs) {
    const auto it = std::find(edges.begin(), edges.end(), pair);
    if (it == edges.end()) {
      edges.push_back(pair);
    } else {
      edges.erase(it);
    }
  }
  Graph out = make_graph(graph.nodes, edges);
  out.node_labels = graph.node_labels;
  return out;
}

}  // namespace bora::testing
