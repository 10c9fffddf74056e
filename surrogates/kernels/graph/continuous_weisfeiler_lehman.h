// Weisfeiler-Lehman features of graphs with real node attributes (Togninalli et al., NeurIPS 2019, eq. 2).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"

namespace bora::surrogates {

/// x_v^(h+1) = (x_v^(h) + mean of x_u^(h) over the neighbours u, weighted by edge) / 2, for h = 0 ... H-1,
/// without neighbours x_v^(h). The features are, for each h and attribute, the sums over all nodes of the
/// attribute, and of its value in each of `bins` equal parts of the range that the clean graph's attributes
/// have (membership shared linearly between neighbouring bins), since a sum alone cannot tell two nodes that
/// move apart from two that stay.
class ContinuousWeisfeilerLehman final : public GraphFeatures {
 public:
  /// iterations: H >= 0; bins: 0 (sums alone) or at least 2. Throws InputError for values outside these, or
  /// not one row of attributes a node.
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
