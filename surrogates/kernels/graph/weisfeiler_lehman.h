// Weisfeiler-Lehman subtree features of labelled graphs (Shervashidze et al., JMLR 2011; Ru 2021, sections
// 6.6.2 and 7.3.1).
#pragma once

#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"
#include "surrogates/kernels/graph/label_dictionary.h"

namespace bora::surrogates {

/// Counts of each Weisfeiler-Lehman label of iterations 0 to H among the nodes. If edges differ in weight,
/// the range of weights is divided into eight classes, and the label of a neighbour is combined with the
/// class of the edge to it. Attributes are not used.
class WeisfeilerLehman final : public GraphFeatures {
 public:
  /// iterations: H >= 0. If the graph is unlabelled, labels are degrees, which change with edits. Throws
  /// InputError for iterations < 0, or labels that are not as many as nodes.
  WeisfeilerLehman(const FeatureGraph& graph, int iterations);

  SparseRow features() const override;
  SparseRow apply(const FeatureChange& change) override;
  SparseRow probe(const FeatureChange& change, int* unseen = nullptr) override;
  SparseRow learn(const FeatureChange& change) override;

  const LabelDictionary& dictionary() const { return dictionary_; }

 private:
  enum class Unknown { intern, skip };  // whether labels that have not occurred before get numbers
  // Former label of a node in an iteration, to undo a change.
  struct Relabelling {
    int iteration = 0, node = 0, before = 0;
  };
  // Computes the label of a node in an iteration from those of the iteration before.
  int label_of(int iteration, int node, Unknown unknown);
  // Returns the class of an edge weight, 0 to 7.
  int weight_class(double weight) const;
  // Updates the labels after `change` was made in adjacency_. Writes the change of the features to `row`, and
  // the former labels to journal_.
  void relabel(const FeatureChange& change, int nodes_before, Unknown unknown, SparseRow& row);
  // Makes a change, undoes it, and returns the change of the features.
  SparseRow tried(const FeatureChange& change, Unknown unknown);

  LabelDictionary dictionary_;
  EditedAdjacency adjacency_;
  bool by_degree_;
  int iterations_;
  double least_weight_ = 0, most_weight_ = 0;  // range of edge weights of the first graph
  std::vector<int> node_labels_;               // empty if labels are degrees
  std::vector<std::vector<int>> labels_;       // labels_[h][node]
  std::vector<Relabelling> journal_;
  int unseen_ = 0;
  std::vector<int> signature_;  // buffer of label_of()
};

}  // namespace bora::surrogates
