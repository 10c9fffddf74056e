// Edits of a graph, and a graph to which they can be applied and undone.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Change of one edge to a new weight; 0 removes it. In unweighted graphs an edge has weight 1.
struct EdgeChange {
  NodePair pair;
  float weight = 0;
  bool operator==(const EdgeChange&) const = default;
};

/// Node that is added to a graph and gets the next index.
struct NewNode {
  int label = 0;                  ///< ignored in unlabelled graphs
  std::vector<float> attributes;  ///< attribute_count values
  bool operator==(const NewNode&) const = default;
};

/// One edit, as the threat model counts them (EditMode).
struct Edit {
  std::vector<EdgeChange> changes;  ///< changes of different pairs
  std::optional<NewNode> node;      ///< node that is added before the changes, which may refer to it
  bool operator==(const Edit&) const = default;
};

/// Graph that is edited in place, with fast access to neighbours and edges.
class EditableGraph {
 public:
  /// Neighbour of a node, with the weight that their edge has.
  struct Neighbour {
    int node = 0;
    float weight = 1;
    auto operator<=>(const Neighbour&) const = default;
  };

  explicit EditableGraph(const Graph& graph);
  /// Starts from a graph that is edited already: changes() are relative to `original`, whose nodes are the
  /// first ones of `graph`.
  EditableGraph(const Graph& graph, const Graph& original);

  int nodes() const { return static_cast<int>(neighbours_.size()); }
  int edges() const { return edges_; }
  bool weighted() const { return weighted_; }
  int degree(int node) const { return static_cast<int>(neighbours_[node].size()); }
  /// Returns the neighbours of a node, ascending.
  const std::vector<Neighbour>& neighbours(int node) const { return neighbours_[node]; }
  /// Returns the weight of the edge between a pair; 0 if there is none. Logarithmic in the degree.
  float weight(NodePair pair) const;
  bool has_edge(NodePair pair) const { return weight(pair) != 0; }

  /// Returns the pairs whose edge differs from the original's, each with its original weight (0: no edge).
  /// The original is the last argument of the constructor.
  const std::map<NodePair, float>& changes() const { return changes_; }
  float original_weight(NodePair pair) const;  ///< weight that it has in the original; 0: no edge

  /// Applies the edit and returns its inverse for undo().
  Edit apply(const Edit& edit);
  /// Undoes the last edit that was applied. `inverse`: result of its apply().
  void undo(const Edit& inverse);
  /// Undoes the last edits. `inverses`: results of their apply(), in order of application.
  void undo(const std::vector<Edit>& inverses);

  /// Returns a copy as a Graph, without edge labels.
  Graph graph() const;

 private:
  float set_weight(const EdgeChange& change);  // returns the earlier weight

  std::vector<std::vector<Neighbour>> neighbours_;
  std::map<NodePair, float> changes_;
  std::vector<int> node_labels_;
  std::vector<float> attributes_;
  int attribute_count_ = 0;
  int edges_ = 0;
  bool weighted_ = false;
};

}  // namespace bora::attacks
