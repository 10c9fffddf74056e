// Edits of a graph, and a graph that takes them and gives them back.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "data/graph.h"

namespace bora {

/// An edge that is to have a weight; 0 removes it. In unweighted graphs an edge that is there weighs 1.
struct EdgeChange {
  NodePair pair;
  float weight = 0;
  bool operator==(const EdgeChange&) const = default;
};

/// A node that is to appear, as the next one after those that are there.
struct NewNode {
  int label = 0;                  ///< ignored in unlabelled graphs
  std::vector<float> attributes;  ///< attribute_count values
  bool operator==(const NewNode&) const = default;
};

/// What the threat model counts as one edit, see EditMode.
struct Edit {
  std::vector<EdgeChange> changes;  ///< of different pairs
  std::optional<NewNode> node;      ///< appears before the changes, which may name it
  bool operator==(const Edit&) const = default;
};

/// A graph that can be edited in place, and asked for neighbours and edges quickly.
class EditableGraph {
 public:
  struct Neighbour {
    int node = 0;
    float weight = 1;
    auto operator<=>(const Neighbour&) const = default;
  };

  explicit EditableGraph(const Graph& graph);
  /// A graph that has been edited already: `original` is what changes() are counted from, and has at most as
  /// many nodes.
  EditableGraph(const Graph& graph, const Graph& original);

  int nodes() const { return static_cast<int>(neighbours_.size()); }
  int edges() const { return edges_; }
  bool weighted() const { return weighted_; }
  int degree(int node) const { return static_cast<int>(neighbours_[node].size()); }
  /// Ascending by node.
  const std::vector<Neighbour>& neighbours(int node) const { return neighbours_[node]; }
  /// Of the edge at a pair; 0 where there is none. Logarithmic in the degree.
  float weight(NodePair pair) const;
  bool has_edge(NodePair pair) const { return weight(pair) != 0; }

  /// The pairs whose edge is not as in the original, each with the weight it has there (0: no edge). The
  /// original is the graph that this one was made of, or made with.
  const std::map<NodePair, float>& changes() const { return changes_; }
  float original_weight(NodePair pair) const;

  int node_label(int node) const { return node_labels_.empty() ? 0 : node_labels_[node]; }
  const std::vector<int>& node_labels() const { return node_labels_; }
  const float* attributes_of(int node) const { return attributes_.data() + node * attribute_count_; }
  int attribute_count() const { return attribute_count_; }

  /// Makes the edit and returns the one that takes it back with undo().
  Edit apply(const Edit& edit);
  /// `inverse` as apply() returned it, in the reverse order of the edits.
  void undo(const Edit& inverse);

  /// As a value of its own, without edge labels.
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

}  // namespace bora
