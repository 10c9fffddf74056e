// Edits of a graph, and a graph that applies and undoes them.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// An edge and its new weight; 0 removes it. In unweighted graphs an existing edge has weight 1.
struct EdgeChange {
  NodePair pair;
  float weight = 0;
  bool operator==(const EdgeChange&) const = default;
};

/// A new node, which gets the next free index.
struct NewNode {
  int label = 0;                  ///< ignored in unlabelled graphs
  std::vector<float> attributes;  ///< attribute_count values
  bool operator==(const NewNode&) const = default;
};

/// One edit as the threat model counts it, see EditMode.
struct Edit {
  std::vector<EdgeChange> changes;  ///< changes of different pairs
  std::optional<NewNode> node;      ///< added before the changes, which may name it
  bool operator==(const Edit&) const = default;
};

/// A graph that is edited in place, with fast access to neighbours and edges.
class EditableGraph {
 public:
  struct Neighbour {
    int node = 0;
    float weight = 1;
    auto operator<=>(const Neighbour&) const = default;
  };

  explicit EditableGraph(const Graph& graph);
  /// Takes a graph that has been edited already: changes() are relative to `original`, which has at most as
  /// many nodes.
  EditableGraph(const Graph& graph, const Graph& original);

  int nodes() const { return static_cast<int>(neighbours_.size()); }
  int edges() const { return edges_; }
  bool weighted() const { return weighted_; }
  int degree(int node) const { return static_cast<int>(neighbours_[node].size()); }
  /// Returns the neighbours of a node, ascending.
  const std::vector<Neighbour>& neighbours(int node) const { return neighbours_[node]; }
  /// Returns the weight of the edge at a pair; 0 where there is none. Logarithmic in the degree.
  float weight(NodePair pair) const;
  bool has_edge(NodePair pair) const { return weight(pair) != 0; }

  /// Returns the pairs whose edge differs from the original's, each with its original weight (0: no edge).
  /// The original is the graph passed to the constructor.
  const std::map<NodePair, float>& changes() const { return changes_; }
  float original_weight(NodePair pair) const;

  int node_label(int node) const { return node_labels_.empty() ? 0 : node_labels_[node]; }
  const std::vector<int>& node_labels() const { return node_labels_; }
  const float* attributes_of(int node) const { return attributes_.data() + node * attribute_count_; }
  int attribute_count() const { return attribute_count_; }

  /// Applies the edit and returns its inverse for undo().
  Edit apply(const Edit& edit);
  /// Undoes the edit of which apply() returned `inverse`. Edits are undone in reverse order.
  void undo(const Edit& inverse);

  /// Returns a copy as a Graph, without edge labels.
  Graph graph() const;

 private:
  float set_weight(const EdgeChange& change);  // returns the weight before

  std::vector<std::vector<Neighbour>> neighbours_;
  std::map<NodePair, float> changes_;
  std::vector<int> node_labels_;
  std::vector<float> attributes_;
  int attribute_count_ = 0;
  int edges_ = 0;
  bool weighted_ = false;
};

}  // namespace bora::attacks
