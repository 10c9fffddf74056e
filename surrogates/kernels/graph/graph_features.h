// Interface of maps from graphs to features that follow edits of one graph.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Undirected graph as feature maps see it.
struct FeatureGraph {
  struct Neighbour {
    int node = 0;
    double weight = 1;
  };
  std::vector<std::vector<Neighbour>> neighbours;  ///< one list for each node; each edge is in two lists
  std::vector<int> labels;                         ///< one for each node, any values; empty: unlabelled
  std::vector<std::vector<double>> attributes;     ///< one row for each node, of equal lengths; empty: none
};

/// Change of the graph: `new_nodes` are added, then edges get new weights (0: removed).
struct FeatureChange {
  struct Edge {
    int u = 0, v = 0;
    double weight = 0;
  };
  struct Node {
    int label = 0;
    std::vector<double> attributes;
  };
  std::vector<Node> new_nodes;  ///< their numbers follow the last node's
  std::vector<Edge> edges;      ///< edges between different pairs of nodes
};

/// Features of a graph that is edited. It stores the graph, and returns how each change moves the features.
/// The cost of a change depends on what lies within H hops of it, not on the size of the graph.
class GraphFeatures {
 public:
  virtual ~GraphFeatures() = default;

  /// Returns the features of the current graph. The number of a feature never changes; new features may
  /// appear when the graph is changed permanently.
  virtual SparseRow features() const = 0;
  /// Changes the graph for good and returns features after minus features before.
  virtual SparseRow apply(const FeatureChange& change) = 0;
  /// Returns what apply() would, without changing the graph. Features never seen before are left out;
  /// `unseen` (may be null) counts them.
  virtual SparseRow probe(const FeatureChange& change, int* unseen = nullptr) = 0;
  /// Numbers every feature that `change` would create, without changing the graph, and returns what apply()
  /// would.
  virtual SparseRow learn(const FeatureChange& change) = 0;
};

}  // namespace bora::surrogates
