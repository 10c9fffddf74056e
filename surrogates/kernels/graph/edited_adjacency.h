// Adjacency lists that feature maps edit and restore.
#pragma once

#include <vector>

#include "surrogates/kernels/graph/graph_features.h"

namespace bora::surrogates {

/// Neighbour lists of a graph under changes that can be undone.
class EditedAdjacency {
 public:
  explicit EditedAdjacency(std::vector<std::vector<FeatureGraph::Neighbour>> neighbours);

  int nodes() const { return static_cast<int>(neighbours_.size()); }
  /// Returns the neighbours of a node in the order of their numbers, whatever edits were made and undone.
  const std::vector<FeatureGraph::Neighbour>& of(int node) const { return neighbours_[node]; }
  /// Returns `nodes`, `changed` and the neighbours of `changed`, ascending, each once.
  std::vector<int> with_neighbourhood(std::vector<int> nodes, const std::vector<int>& changed) const;

  /// Makes a change and returns its inverse.
  FeatureChange apply(const FeatureChange& change);
  /// Undoes the change for which apply() returned `inverse`.
  void undo(const FeatureChange& inverse);

 private:
  double set(int from, int to, double weight);
  std::vector<std::vector<FeatureGraph::Neighbour>> neighbours_;
};

/// Returns the nodes at the ends of changed edges, each once, and the new ones.
std::vector<int> touched_nodes(const FeatureChange& change, int nodes_before);

}  // namespace bora::surrogates
