// Adjacency lists of a graph that is edited and restored.
#pragma once

#include <vector>

#include "surrogates/kernels/graph/graph_features.h"

namespace bora::surrogates {

/// Adjacency lists of a graph under changes that can be undone.
class EditedAdjacency {
 public:
  explicit EditedAdjacency(std::vector<std::vector<FeatureGraph::Neighbour>> neighbours);

  int nodes() const { return static_cast<int>(neighbours_.size()); }
  /// Returns the neighbours of a node in ascending order, which does not depend on earlier changes.
  const std::vector<FeatureGraph::Neighbour>& of(int node) const { return neighbours_[node]; }
  /// Returns `nodes`, `changed` and the neighbours of `changed`, ascending, each once.
  std::vector<int> with_neighbourhood(std::vector<int> nodes, const std::vector<int>& changed) const;

  /// Makes a change and returns its inverse.
  FeatureChange apply(const FeatureChange& change);
  /// Undoes the change for which apply() returned `inverse`.
  void undo(const FeatureChange& inverse);

 private:
  // Sets the weight of one direction of an edge (0: removes it), and returns the former weight.
  double set(int from, int to, double weight);
  std::vector<std::vector<FeatureGraph::Neighbour>> neighbours_;
};

/// Returns the end nodes of changed edges and the new nodes, ascending, each once. nodes_before: number of
/// nodes before the change.
std::vector<int> touched_nodes(const FeatureChange& change, int nodes_before);

}  // namespace bora::surrogates
