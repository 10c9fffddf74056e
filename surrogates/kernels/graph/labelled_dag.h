// Directed acyclic graphs with a label on each node, such as architectures.
#pragma once

#include <utility>
#include <vector>

namespace bora {

/// Node 0 is where everything starts (the input), the last node where it ends (the output).
struct LabelledDag {
  std::vector<int> labels;                 ///< one a node, any values
  std::vector<std::pair<int, int>> edges;  ///< (from, to) with from < to, ascending, each once

  int nodes() const { return static_cast<int>(labels.size()); }
  bool operator==(const LabelledDag&) const = default;
  /// Throws InputError for fewer than two nodes, or edges that are not as said above.
  void check() const;
};

/// The nodes with an edge to each node, and those with an edge from it, ascending.
struct DagNeighbours {
  explicit DagNeighbours(const LabelledDag& graph);
  std::vector<std::vector<int>> before, after;
};

/// The graph without the nodes that no path from the first to the last goes through; these two stay always.
/// Of edges that become equal one stays.
LabelledDag pruned(const LabelledDag& graph);
/// The graph without the nodes labelled `label`, other than the first and the last, and their edges.
LabelledDag without(const LabelledDag& graph, int label);
/// The same with an edge from each node before such a node to each after it.
LabelledDag bridged(const LabelledDag& graph, int label);

}  // namespace bora
