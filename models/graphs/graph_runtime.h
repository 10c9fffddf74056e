// Execution of models of graphs on LibTorch, reproducible and in bounded memory. Includes LibTorch: for
// sources only.
#pragma once

#include <torch/script.h>

#include "common/thread_pool.h"
#include "models/graphs/graph_features.h"
#include "models/graphs/graph_victim.h"

namespace bora::models {

/// Batch of graphs as one disconnected graph, in PyTorch Geometric's format.
struct GraphTensors {
  torch::Tensor x;  ///< nodes x features
  /// 2 x 2 edges, int64: all edges from the lower to the upper node, then all in the other direction.
  torch::Tensor edge_index;
  torch::Tensor batch;        ///< nodes, int64: index of the graph of each node, ascending
  torch::Tensor edge_weight;  ///< 2 edges, in the order of edge_index
};

/// Returns the graphs as tensors. Throws InputError naming `where` for a graph without the labels or
/// attributes that the features use.
GraphTensors to_tensors(GraphBatch graphs, const NodeFeatures& features, const std::string& where);

/// TorchScript module and its inputs.
struct GraphModel {
  torch::jit::Module module;
  NodeFeatures features;
  bool takes_weights = true;  ///< whether it has a fourth argument, the weights of the edges
  std::string name;           ///< for messages

  /// Returns the scores, graphs x classes for a valid model.
  torch::Tensor forward(const GraphTensors& graphs) const;
};

/// Returns the scores of n graphs, n x classes. Splits them into chunks of bounded size, which depend only on
/// the graphs, and runs these on `pool` (null: in this thread). Throws VictimError with a one-line message if
/// a pass fails or its output does not have one row for each graph.
Batch forward_graphs(const GraphModel& model, GraphBatch graphs, ThreadPool* pool);

/// Returns the gradients of GraphVictim::edge_gradients. model: takes weights.
Eigen::RowVectorXf backward_graph(const GraphModel& model, const Graph& graph,
                                  std::span<const NodePair> pairs, const Eigen::RowVectorXf& cotangent);

/// Throws InputError unless there is at least one graph and each has a node.
void check_graphs(GraphBatch graphs, const GraphVictimSpec& spec);
/// Throws VictimError unless `scores` is n x spec.classes and finite, and probabilities are in [0, 1].
void check_scores(const Scores& scores, const GraphVictimSpec& spec);

}  // namespace bora::models
