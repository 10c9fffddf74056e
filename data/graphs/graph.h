// Graphs: simple, undirected, with optional labels, attributes and weights.
#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

namespace bora::data {

/// Pair of nodes, u < v: an edge, or an absent one.
struct NodePair {
  int u = 0;
  int v = 0;
  auto operator<=>(const NodePair&) const = default;
};

/// Returns the pair of u and v, in ascending order.
inline NodePair pair_of(int u, int v) {
  return u < v ? NodePair{u, v} : NodePair{v, u};
}

/// Simple undirected graph, without loops and duplicate edges.
struct Graph {
  int nodes = 0;                  ///< at least 1
  std::vector<NodePair> edges;    ///< in ascending order
  std::vector<float> weights;     ///< one per edge, finite and > 0; empty: all weights are 1
  std::vector<int> node_labels;   ///< empty, or one per node, 0-based
  std::vector<int> edge_labels;   ///< empty, or one per edge, 0-based
  std::vector<float> attributes;  ///< nodes x attribute_count, one row per node; finite
  int attribute_count = 0;

  bool weighted() const { return !weights.empty(); }
  /// Returns the index of an edge in `edges`, -1 if it is absent. Takes logarithmic time.
  int find(NodePair pair) const;
  float weight(int edge) const { return weights.empty() ? 1.0f : weights[edge]; }
  std::span<const float> attributes_of(int node) const {
    return {attributes.data() + static_cast<std::size_t>(node) * attribute_count,
            static_cast<std::size_t>(attribute_count)};
  }
  bool operator==(const Graph&) const = default;
};

/// Returns the degree of every node, which ignores weights: `nodes` values.
std::vector<int> degrees(const Graph& graph);

/// Throws InputError that begins with `where` unless `graph` satisfies the conditions in the comments of
/// Graph.
void check(const Graph& graph, const std::string& where);

/// Data set of n labelled graphs.
struct GraphDataset {
  std::vector<Graph> graphs;
  std::vector<int> labels;               ///< n; 0-based; -1: unknown
  std::vector<std::string> class_names;  ///< names of classes 0, 1, ... in the source, or empty
  int classes = 0;                       ///< number of classes; 0: the source does not state it
  int node_label_count = 0;              ///< node labels are 0, ..., node_label_count - 1; 0: unlabelled
  /// True if node labels are the numbers in the source. The highest labels of a model may then be missing
  /// here.
  bool literal_node_labels = false;
  int attribute_count = 0;         ///< number of attributes of every node
  std::vector<std::string> names;  ///< n file names, or empty
  std::vector<int> records;        ///< n; position in the source (0-based) before any split
  std::string source;              ///< name or path that it was read from, for messages and reports
  std::vector<std::string> notes;  ///< changes and omissions that the reader made, one sentence each
  std::vector<std::string>
      warnings;  ///< properties of the files that users may not expect, one sentence each

  int size() const { return static_cast<int>(graphs.size()); }
};

/// Returns the data set of the graphs at `rows` (each in 0, ..., n-1), in this order.
GraphDataset select(const GraphDataset& dataset, std::span<const int> rows);

/// Throws InputError naming the source unless there is at least one graph and all sizes, labels and names are
/// consistent. The results of all readers and generators satisfy this.
void check(const GraphDataset& dataset);

}  // namespace bora::data
