// Interface of features of a graph that is edited.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Undirected graph, whose features GraphFeatures counts.
struct FeatureGraph {
  struct Neighbour {
    int node = 0;
    double weight = 1;
  };
  std::vector<std::vector<Neighbour>> neighbours;  ///< neighbours of each node; each edge is in two lists
  std::vector<int> labels;                         ///< labels of the nodes, any values; empty: unlabelled
  std::vector<std::vector<double>> attributes;     ///< attributes of each node, equally many; empty: none
};

/// Change of a graph: nodes are added, then edges get new weights (0: the edge is removed).
struct FeatureChange {
  struct Edge {
    int u = 0, v = 0;
    double weight = 0;
  };
  struct Node {
    int label = 0;
    std::vector<double> attributes;
  };
  std::vector<Node> new_nodes;  ///< numbered from the present number of nodes on
  std::vector<Edge> edges;      ///< at most one for each pair of nodes
};

/// Features of a graph that is edited. It stores the graph and computes the difference of the features by a
/// change. The cost depends on the number of nodes within H hops of the change, not on the size of the graph.
class GraphFeatures {
 public:
  virtual ~GraphFeatures() = default;

  /// Returns the features of the current graph. The number of a feature never changes; new features may
  /// appear when the graph is changed permanently.
  virtual SparseRow features() const = 0;
  /// Changes the graph permanently, and returns the features after the change minus those before.
  virtual SparseRow apply(const FeatureChange& change) = 0;
  /// Returns what apply() would, without changing the graph. Features that have not occurred before are left
  /// out; their number is written to `unseen` unless it is null.
  virtual SparseRow probe(const FeatureChange& change, int* unseen = nullptr) = 0;
  /// Returns what apply() would, without changing the graph. Features that have not occurred before get
  /// numbers.
  virtual SparseRow learn(const FeatureChange& change) = 0;
};

}  // namespace bora::surrogates
