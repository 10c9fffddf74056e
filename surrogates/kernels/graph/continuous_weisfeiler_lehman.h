// Weisfeiler-Lehman features of graphs with real node attributes (Togninalli et al., NeurIPS 2019, eq. 2).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"

namespace bora::surrogates {

/// Weisfeiler-Lehman features of attributes. The iterations h = 0 ... H-1 replace the attributes of node v by
///   x_v^(h+1) = (x_v^(h) + mean of x_u^(h) over the neighbours u, weighted by edge weights) / 2;
/// nodes without neighbours keep their attributes.
///
/// The features for each h = 0 ... H and attribute are the sum of the attribute over all nodes, and a
/// histogram of `bins` bins over the range of the attributes of the first graph, in which a node is shared
/// linearly between the two nearest bins. The histogram is needed because changes of two nodes in opposite
/// directions do not change the sum.
class ContinuousWeisfeilerLehman final : public GraphFeatures {
 public:
  /// iterations: H >= 0; bins: 0 (sums only) or at least 2. Throws InputError for other values, and unless
  /// the graph has nodes, each with attributes, as many for all.
  ContinuousWeisfeilerLehman(const FeatureGraph& graph, int iterations, int bins);

  SparseRow features() const override;
  SparseRow apply(const FeatureChange& change) override;
  SparseRow probe(const FeatureChange& change, int* unseen = nullptr) override;
  SparseRow learn(const FeatureChange& change) override { return probe(change); }

 private:
  // Former attributes of a node in an iteration, to undo a change.
  struct Step {
    int iteration = 0, node = 0;
    std::vector<double> before;
  };
  // Returns the attributes of a node after `iteration` >= 1 iterations from those one iteration before.
  std::vector<double> averaged(int iteration, int node) const;
  // Appends the contribution of a node with attributes `values` to the features, times `sign`.
  void count(int iteration, const std::vector<double>& values, double sign, SparseRow& row) const;
  // Updates values_ after `change` was made in adjacency_, writes the change of the features to `row`, and
  // the former attributes to journal_.
  void update(const FeatureChange& change, int nodes_before, SparseRow& row);

  EditedAdjacency adjacency_;
  int iterations_;
  int bins_;
  std::size_t width_ = 0;                                 // number of attributes of a node
  std::vector<double> low_, high_;                        // range of each attribute in the first graph
  std::vector<std::vector<std::vector<double>>> values_;  // attributes values_[h][node]
  std::vector<Step> journal_;
};

}  // namespace bora::surrogates
