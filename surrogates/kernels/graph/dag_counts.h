// Features that count parts of directed acyclic graphs, by which graphs can be compared.
#pragma once

#include <memory>
#include <vector>

#include "surrogates/kernels/graph/label_dictionary.h"
#include "surrogates/kernels/graph/labelled_dag.h"
#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

/// Interface that counts one kind of feature. A feature gets its number when it first occurs and keeps it, so
/// that rows of all graphs counted by one counter can be compared.
class DagCounter {
 public:
  virtual ~DagCounter() = default;
  /// Returns a row whose columns are numbers of features, and whose values count how often each is in the
  /// graph.
  virtual SparseRow counts(const LabelledDag& graph) = 0;

 protected:
  SparseRow& count(const std::vector<int>& thing, double times, SparseRow& row) {
    row.push_back({dictionary_.intern(thing), times});
    return row;
  }

  SequenceDictionary dictionary_;
};

/// Neighbours that a Weisfeiler-Lehman iteration uses.
enum class WlDirection { in, out, both, undirected };

/// Counts Weisfeiler-Lehman labels of iterations 0 to H: a node's label with the multisets of the labels of
/// the nodes before it (in), after it (out), each of the two (both), or the two as one (undirected).
/// Shervashidze et al. 2011; Ru 2021, section 7.3.1, looks at `in`.
class WlCounter final : public DagCounter {
 public:
  /// iterations >= 0; throws InputError.
  WlCounter(int iterations, WlDirection direction);
  SparseRow counts(const LabelledDag& graph) override;
  /// Returns one row for each H = 0, ..., iterations: the counts of the labels of iterations 0 to H.
  std::vector<SparseRow> levels(const LabelledDag& graph);
  /// Returns the numbers of the nodes' labels after each of the iterations 0, ..., H.
  std::vector<std::vector<int>> labels(const LabelledDag& graph);

 private:
  int iterations_;
  WlDirection direction_;
};

/// Direction of edges: if undirected, an edge from a to b equals one from b to a.
enum class EdgeDirection { directed, undirected };

/// Counts pairs of labels joined by an edge: the naive edge kernel of Sreedhar (2021, section 3.3), whose
/// graphs are undirected (section 4.2 there).
class EdgeCounter final : public DagCounter {
 public:
  explicit EdgeCounter(EdgeDirection direction = EdgeDirection::undirected) : direction_(direction) {}
  SparseRow counts(const LabelledDag& graph) override;

 private:
  EdgeDirection direction_;
};

/// Counts sequences of labels on paths from the first to the last node, each as often as there are such
/// paths. Their presence is BANANAS' path encoding (White, Neiswanger and Savani 2021).
class PathCounter final : public DagCounter {
 public:
  /// Throws InputError where a graph has more than `most` different sequences.
  explicit PathCounter(int most = 100000) : most_(most) {}
  SparseRow counts(const LabelledDag& graph) override;

 private:
  int most_;
};

/// Counts pairs of labels with the length of the shortest directed path from one to the other (Borgwardt and
/// Kriegel 2005).
class ShortestPathCounter final : public DagCounter {
 public:
  SparseRow counts(const LabelledDag& graph) override;
};

/// Counts sequences of labels along directed walks of up to `longest` edges, from any node to any other; each
/// count is multiplied by sqrt(decay) for every edge, so that the inner product of two rows sums decay^p over
/// the pairs of equally labelled walks of p edges: the geometric random walk kernel (Gaertner, Flach and
/// Wrobel 2003), all of it where no walk is longer.
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
/// (Kriege, Giscard and Wilson 2016). Counts are whole numbers below `most`, else InputError.
SparseRow unary(const SparseRow& counts, int most = 1024);
/// Returns the row divided by its Euclidean norm; an empty row stays unchanged.
SparseRow normalised(SparseRow row);

}  // namespace bora::surrogates
