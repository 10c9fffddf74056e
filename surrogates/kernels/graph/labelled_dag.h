// Directed acyclic graphs with a label on each node, such as architectures.
#pragma once

#include <utility>
#include <vector>

namespace bora::surrogates {

/// Directed acyclic graph with labelled nodes in topological order. Node 0 is the input, the last node the
/// output.
struct LabelledDag {
  std::vector<int> labels;                 ///< labels of the nodes, any values
  std::vector<std::pair<int, int>> edges;  ///< (from, to) with from < to, ascending, each once

  int nodes() const { return static_cast<int>(labels.size()); }
  bool operator==(const LabelledDag&) const = default;
  /// Throws InputError for fewer than two nodes, or edges that are not as described above.
  void check() const;
};

/// Predecessors (`before`) and successors (`after`) of each node, ascending.
struct DagNeighbours {
  explicit DagNeighbours(const LabelledDag& graph);
  std::vector<std::vector<int>> before, after;
};

/// Returns the graph without the nodes that are on no path from the first node to the last; these two are
/// kept.
LabelledDag pruned(const LabelledDag& graph);
/// Returns the graph without the nodes labelled `label`, except the first and the last node, and without
/// their edges.
LabelledDag without(const LabelledDag& graph, int label);
/// Returns the same graph with edges added from each predecessor of a removed node to each of its successors.
LabelledDag bridged(const LabelledDag& graph, int label);

}  // namespace bora::surrogates
