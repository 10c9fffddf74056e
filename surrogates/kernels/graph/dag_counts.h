// Features of labelled directed acyclic graphs: counts of their parts.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/kernels/graph/label_dictionary.h"
#include "surrogates/kernels/graph/labelled_dag.h"
#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Interface of counters of one kind of feature. A feature gets a number when it first occurs in a counted
/// graph and keeps it, so that rows of all graphs counted by the same counter can be compared.
class DagCounter {
 public:
  virtual ~DagCounter() = default;
  /// Returns the number of occurrences of each feature in the graph. Columns are numbers of features.
  virtual SparseRow counts(const LabelledDag& graph) = 0;

 protected:
  /// Appends `times` occurrences of a feature, described by a sequence, to `row`.
  void count(const std::vector<int>& feature, double times, SparseRow& row) {
    row.push_back({dictionary_.intern(feature), times});
  }

  SequenceDictionary dictionary_;
};

/// Neighbours whose labels a Weisfeiler-Lehman iteration uses: predecessors (in), successors (out), each of
/// the two separately (both), or the two as one set (undirected).
enum class WlDirection { in, out, both, undirected };

/// Counts the Weisfeiler-Lehman labels of iterations 0 to H (Shervashidze et al. 2011; Ru 2021, section
/// 7.3.1, with `in`). The label of iteration h + 1 identifies the label of the node in iteration h and the
/// multisets of those of its neighbours.
class WlCounter final : public DagCounter {
 public:
  /// iterations: H >= 0; throws InputError.
  WlCounter(int iterations, WlDirection direction);
  SparseRow counts(const LabelledDag& graph) override;
  /// Returns a row for each h = 0, ..., H: the counts of the labels of iterations 0 to h.
  std::vector<SparseRow> levels(const LabelledDag& graph);
  /// Returns the numbers of the labels of all nodes in each of the iterations 0, ..., H.
  std::vector<std::vector<int>> labels(const LabelledDag& graph);

 private:
  int iterations_;
  WlDirection direction_;
};

/// Treatment of edges. directed: those from label a to b and from b to a are different features.
enum class EdgeDirection { directed, undirected };

/// Counts the pairs of labels of edges: the naive edge kernel of Sreedhar (2021, section 3.3), who ignores
/// directions (ibid., section 4.2).
class EdgeCounter final : public DagCounter {
 public:
  explicit EdgeCounter(EdgeDirection direction = EdgeDirection::undirected) : direction_(direction) {}
  SparseRow counts(const LabelledDag& graph) override;

 private:
  EdgeDirection direction_;
};

/// Counts the sequences of labels along the paths from the first to the last node, without the labels of
/// these two. The path encoding of BANANAS is which sequences occur (White, Neiswanger and Savani 2021).
class PathCounter final : public DagCounter {
 public:
  /// most: maximum number of different sequences that lead to a node; counts() throws InputError for graphs
  /// with more.
  explicit PathCounter(int most = 100000) : most_(most) {}
  SparseRow counts(const LabelledDag& graph) override;

 private:
  int most_;
};

/// Counts triples (label, label, length of the shortest directed path between two nodes with these labels)
/// (Borgwardt and Kriegel 2005).
class ShortestPathCounter final : public DagCounter {
 public:
  SparseRow counts(const LabelledDag& graph) override;
};

/// Counts the sequences of labels along directed walks of up to `longest` edges between any nodes, each
/// multiplied by sqrt(decay) for every edge. The inner product of two rows is then the sum of decay^p over
/// the pairs of equally labelled walks of p edges: the geometric random walk kernel (Gaertner, Flach and
/// Wrobel 2003), truncated at `longest` edges.
class WalkCounter final : public DagCounter {
 public:
  /// longest >= 0, 0 < decay <= 1; throws InputError.
  WalkCounter(int longest, double decay);
  SparseRow counts(const LabelledDag& graph) override;

 private:
  int longest_;
  double step_;
};

/// Replaces each count c by c columns of 1, so that the inner product of two rows is the sum of the smaller
/// counts: the histogram intersection, which for Weisfeiler-Lehman labels is the optimal assignment kernel
/// (Kriege, Giscard and Wilson 2016). Throws InputError unless all counts are integers in [0, most), and for
/// columns from 2^31 / most on.
SparseRow unary(const SparseRow& counts, int most = 1024);
/// Returns the row divided by its Euclidean norm; an empty row stays unchanged.
SparseRow normalised(SparseRow row);

}  // namespace bora::surrogates
