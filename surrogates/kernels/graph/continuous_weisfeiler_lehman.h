// Weisfeiler-Lehman features of graphs with real node attributes (Togninalli et al., NeurIPS 2019, eq. 2).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"

namespace bora::surrogates {

/// Weisfeiler-Lehman features of attributes. Each iteration h = 0 ... H-1 replaces the attributes of node v
/// by
///   x_v^(h+1) = (x_v^(h) + mean of x_u^(h) over the neighbours u, weighted by edge) / 2
/// (nodes without neighbours keep theirs). For each h and attribute, the features are the sum of the
/// attribute over all nodes and, for each of `bins` equal parts of the range of the clean graph's attributes,
/// the number of nodes with a value there (shared linearly between neighbouring bins). The bins are needed
/// because a sum does not distinguish two nodes that move apart from two that do not change.
class ContinuousWeisfeilerLehman final : public GraphFeatures {
 public:
  /// iterations: H >= 0; bins: 0 (sums only) or at least 2. Throws InputError for other values, and unless
  /// there is one row of attributes for each node.
  ContinuousWeisfeilerLehman(const FeatureGraph& graph, int iterations, int bins);

  SparseRow features() const override;
  SparseRow apply(const FeatureChange& change) override;
  SparseRow probe(const FeatureChange& change, int* unseen = nullptr) override;
  SparseRow learn(const FeatureChange& change) override { return probe(change); }

 private:
  struct Step {
    int iteration = 0, node = 0;
    std::vector<double> before;
  };
  std::vector<double> averaged(int iteration, int node) const;
  void count(int iteration, const std::vector<double>& values, double sign, SparseRow& row) const;
  void update(const FeatureChange& change, int nodes_before, SparseRow& row);

  EditedAdjacency adjacency_;
  int iterations_;
  int bins_;
  std::size_t width_ = 0;  // attributes
  std::vector<double> low_, high_;
  std::vector<std::vector<std::vector<double>>> values_;  // values_[h][node]
  std::vector<Step> journal_;
};

}  // namespace bora::surrogates
