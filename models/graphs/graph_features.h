// Node features of a graph, the input of a graph network.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::models {

/// Node features: a row of numbers for each node. Those that use degrees change with every edit of the graph.
/// A text names the features: the parts in the order of their columns, joined with '+', e.g.
/// `label+degree:88`. The parts are:
///
/// - `label`: the node's label, one-hot;
/// - `attributes`: the node's attributes, unchanged;
/// - `degree:N`: the degree, one-hot among 0, ..., N, where larger degrees count as N (usual with PyTorch
///   Geometric for unlabelled graphs);
/// - `degree-value`: the degree as a number;
/// - `degree-share`: the degree divided by the number of other nodes;
/// - `constant`: 1.
///
/// Degrees ignore the weights of edges.
class NodeFeatures {
 public:
  /// Makes the features `constant`.
  NodeFeatures() : NodeFeatures("constant", 0, 0) {}
  /// Makes the features that `spec` names. node_label_count, attribute_count: numbers of columns of `label`
  /// and `attributes`. Throws InputError, naming `where`, if a part is unknown, is repeated, lacks its number
  /// or has no columns.
  NodeFeatures(const std::string& spec, int node_label_count, int attribute_count,
               const std::string& where = "features");

  const std::string& spec() const { return spec_; }
  int width() const { return width_; }  ///< number of columns
  /// Returns for each column whether it holds unbounded values, as opposed to shares and indicators.
  std::vector<bool> value_columns() const;
  int node_label_count() const { return node_label_count_; }  ///< 0 if no labels are used
  int attribute_count() const { return attribute_count_; }    ///< 0 if no attributes are used

  /// Writes the features of all nodes to `rows`, graph.nodes x width(). Throws InputError, naming `where`,
  /// for a graph without the labels or attributes that the features use.
  void write(const Graph& graph, float* rows, const std::string& where) const;

 private:
  enum class Kind { label, attributes, degree, degree_value, degree_share, constant };
  struct Part {
    Kind kind;
    int width;
  };
  static Part parse_part(const std::string& text, int node_label_count, int attribute_count,
                         const std::string& where);

  std::string spec_;
  std::vector<Part> parts_;
  int width_ = 0;
  int node_label_count_ = 0;
  int attribute_count_ = 0;
};

/// Returns the default features: `label`, `attributes` or `label+attributes`, whichever the nodes have; else
/// `degree`.
std::string default_features(const GraphDataset& dataset);

/// Returns the features `spec` for networks that are trained on `training`. A part `degree` without a number
/// gets the largest degree in `training`. Throws InputError as the constructor of NodeFeatures does.
NodeFeatures features_for(const std::string& spec, const GraphDataset& training,
                          const std::string& where = "features");

}  // namespace bora::models
