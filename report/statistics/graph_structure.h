// Structure of an original graph, for the analysis of edits: distances and communities.
#pragma once

#include <cstdint>
#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::report {

/// Distances between all nodes of a graph, and its communities; takes 2 n^2 bytes of memory.
class GraphStructure {
 public:
  /// Largest number of nodes, as memory and time grow with n^2.
  static constexpr int kMostNodes = 1000;

  /// Computes distances and communities of `graph`. Throws InputError for more than kMostNodes nodes.
  explicit GraphStructure(const Graph& graph);

  int nodes() const { return nodes_; }
  bool has_edge(NodePair pair) const { return steps(pair.u, pair.v) == 1; }
  /// Returns the steps between two nodes; without a path, one more than the largest distance in the graph.
  int distance(int u, int v) const { return steps(u, v) == kUnreachable ? longest_ + 1 : steps(u, v); }
  /// Returns whether a path of at most `hops` edges joins two nodes; hops < 65535.
  bool within(int u, int v, int hops) const { return steps(u, v) <= hops; }
  const std::vector<int>& communities() const { return communities_; }
  int community_count() const { return community_count_; }
  const std::vector<NodePair>& edges() const { return edges_; }
  int component_count() const { return component_count_; }

 private:
  static constexpr std::uint16_t kUnreachable = 0xffff;
  std::uint16_t steps(int u, int v) const { return steps_[static_cast<std::size_t>(u) * nodes_ + v]; }

  int nodes_ = 0;
  std::vector<NodePair> edges_;
  std::vector<std::uint16_t> steps_;  // nodes x nodes
  int longest_ = 0;
  std::vector<int> communities_;
  int community_count_ = 0;
  int component_count_ = 0;
};

}  // namespace bora::report
