// What the analyses of edits need to know of a clean graph: distances and communities.
#pragma once

#include <cstdint>
#include <vector>

#include "data/graph.h"

namespace bora {

/// Community of every node: 0, 1, ..., by the multilevel maximisation of modularity (Blondel et al., J. Stat.
/// Mech. P10008, 2008), weights ignored. The same graph gives the same communities.
std::vector<int> find_communities(const Graph& graph);

/// All distances of a graph and its communities; memory 2 n^2 bytes.
class GraphStructure {
 public:
  /// Nodes beyond which an analysis is not worth n^2.
  static constexpr int kMostNodes = 1000;

  /// Throws InputError beyond kMostNodes.
  explicit GraphStructure(const Graph& graph);

  int nodes() const { return nodes_; }
  bool has_edge(NodePair pair) const { return steps(pair.u, pair.v) == 1; }
  /// Steps between two nodes; of nodes without a path between them one more than the longest path there is.
  int distance(int u, int v) const { return steps(u, v) == kUnreachable ? longest_ + 1 : steps(u, v); }
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

}  // namespace bora
