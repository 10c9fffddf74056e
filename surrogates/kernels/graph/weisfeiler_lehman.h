// Weisfeiler-Lehman subtree features of labelled graphs (Shervashidze et al., JMLR 2011; Ru
// 2021, 6.6.2, 7.3.1).
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "surrogates/kernels/graph/edited_adjacency.h"
#include "surrogates/kernels/graph/graph_features.h"

namespace bora {

/// Numbers for labels: of nodes as they are (iteration 0), and of a label with the multiset of its
/// neighbours' labels (each further iteration). Grows; a number once given stays. Since numbers of different
/// iterations differ, one table holds all.
class LabelDictionary {
 public:
  static constexpr int kUnknown = -1;

  /// signature: for iteration 0 the label; else the node's own number and those of its neighbours, sorted.
  int find(std::span<const int> signature) const;  ///< kUnknown if it has none
  int intern(std::span<const int> signature);
  int size() const { return static_cast<int>(numbers_.size()); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::span<const int> signature) const;
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::span<const int> a, std::span<const int> b) const;
  };
  std::unordered_map<std::vector<int>, int, Hash, Equal> numbers_;
};

/// How often each label of iterations 0 to H occurs among the nodes. Where edges differ in weight, a
/// neighbour's label stands with one of eight classes of the weight of the edge to it. Attributes are not
/// looked at.
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
  void take_back(const FeatureChange& inverse);

  LabelDictionary dictionary_;
  EditedAdjacency adjacency_;
  bool by_degree_;
  int iterations_;
  double least_weight_ = 0, most_weight_ = 0;  // of the graph as it came
  std::vector<int> node_labels_;               // empty if by degree
  std::vector<std::vector<int>> labels_;       // labels_[h][node]
  std::vector<Relabelling> journal_;
  int unseen_ = 0;
  std::vector<int> signature_;  // scratch
};

}  // namespace bora
