// Input of a graph network, computed from a graph: one row of numbers for each node.
#pragma once

#include <string>
#include <vector>

#include "common/layers.h"
#include "data/graphs/graph.h"

namespace bora::models {

/// Node features, computed from the graph that is shown: features made of degrees follow every edit. They are
/// named by their parts, joined with '+', in the order of their columns (e.g. `label+degree:88`):
///
/// - `label`: the node's label, one-hot;
/// - `attributes`: the node's attributes as they are;
/// - `degree:N`: the degree, one-hot among 0, ..., N; what is above counts as N (as users of PyTorch
///   Geometric give unlabelled graphs features);
/// - `degree-value`: the degree as a number;
/// - `degree-share`: the degree divided by the number of other nodes;
/// - `constant`: 1.
///
/// Weights of edges do not count in degrees.
class NodeFeatures {
 public:
  /// Makes the features that consist of `constant` alone.
  NodeFeatures() : NodeFeatures("constant", 0, 0) {}
  /// Makes the features that `spec` names. node_label_count, attribute_count: numbers of columns of `label`
  /// and `attributes`. Throws InputError, naming `where`, for a part that is unknown, repeated, lacks its
  /// number, or has no columns.
  NodeFeatures(const std::string& spec, int node_label_count, int attribute_count,
               const std::string& where = "features");

  const std::string& spec() const { return spec_; }
  int width() const { return width_; }
  /// Returns for each column whether it holds an unbounded value, not a share or an indicator.
  std::vector<bool> value_columns() const;
  int node_label_count() const { return node_label_count_; }  ///< 0 if no labels are used
  int attribute_count() const { return attribute_count_; }    ///< 0 if no attributes are used

  /// Writes graph.nodes x width() values, a node a row. Throws InputError, naming `where`, for a graph
  /// without the labels or attributes that they look at.
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

/// Returns the default features: those of `label` and `attributes` that nodes have; otherwise `degree`.
std::string default_features(const GraphDataset& dataset);

/// Returns features for networks that are trained on `training`. `degree` without a number gets the largest
/// degree in `training`. Throws InputError as the constructor of NodeFeatures does.
NodeFeatures features_for(const std::string& spec, const GraphDataset& training,
                          const std::string& where = "features");

}  // namespace bora::models
