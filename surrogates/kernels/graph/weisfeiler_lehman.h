// Weisfeiler-Lehman subtree features of labelled graphs (Shervashidze et al., JMLR 2011; Ru 2021, 6.6.2,
// 7.3.1).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"
#include "surrogates/kernels/graph/label_dictionary.h"

namespace bora::surrogates {

/// Counts of each label of iterations 0 to H among the nodes. If edges differ in weight, a neighbour's label
/// is combined with the class, one of eight, of the weight of the edge to it. Attributes are not used.
class WeisfeilerLehman final : public GraphFeatures {
 public:
  /// iterations: H >= 0. An unlabelled graph's nodes have their degree as label, which edits change. Throws
  /// InputError for fewer than 0 iterations or not one label a node.
  WeisfeilerLehman(const FeatureGraph& graph, int iterations);

  SparseRow features() const override;
  SparseRow apply(const FeatureChange& change) override;
  SparseRow probe(const FeatureChange& change, int* unseen = nullptr) override;
  SparseRow learn(const FeatureChange& change) override;

  const LabelDictionary& dictionary() const { return dictionary_; }

 private:
  enum class Unknown { intern, skip };
  struct Relabelling {
    int iteration = 0, node = 0, before = 0;
  };
  int label_of(int iteration, int node, Unknown unknown);
  int weight_class(double weight) const;
  /// Relabels what the change, made already, touches; the difference goes to `row`, old labels to the
  /// journal.
  void relabel(const FeatureChange& change, int nodes_before, Unknown unknown, SparseRow& row);
  /// Returns the difference that a change makes, and takes the change back.
  SparseRow tried(const FeatureChange& change, Unknown unknown);

  LabelDictionary dictionary_;
  EditedAdjacency adjacency_;
  bool by_degree_;
  int iterations_;
  double least_weight_ = 0, most_weight_ = 0;  // extreme edge weights before any edit
  std::vector<int> node_labels_;               // empty if by degree
  std::vector<std::vector<int>> labels_;       // labels_[h][node]
  std::vector<Relabelling> journal_;
  int unseen_ = 0;
  std::vector<int> signature_;  // scratch
};

}  // namespace bora::surrogates
