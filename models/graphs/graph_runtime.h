// Running models of graphs on LibTorch, reproducibly and in bounded memory. Includes LibTorch: for sources
// only.
#pragma once

#include <torch/script.h>

#include "common/thread_pool.h"
#include "models/graphs/graph_features.h"
#include "models/graphs/graph_victim.h"

namespace bora::models {

/// Several graphs as one disconnected graph, as PyTorch Geometric lays out a batch.
struct GraphTensors {
  torch::Tensor x;  ///< nodes x features
  torch::Tensor
      edge_index;       ///< 2 x 2 edges, int64: all edges from their lower node, then all from their upper
  torch::Tensor batch;  ///< nodes, int64: the graph that a node belongs to, ascending
  torch::Tensor edge_weight;  ///< 2 edges
};

/// Returns the graphs as tensors. Throws InputError naming `where` for a graph that the features do not suit.
GraphTensors to_tensors(GraphBatch graphs, const NodeFeatures& features, const std::string& where);

/// TorchScript module, and the inputs that it takes.
struct GraphModel {
  torch::jit::Module module;
  NodeFeatures features;
  bool takes_weights = true;  ///< has a fourth argument, the weights of the edges
  std::string name;           ///< for messages

  torch::Tensor forward(const GraphTensors& graphs) const;
};

/// Returns the scores of any number of graphs: n x classes. The graphs are cut into chunks of bounded size,
/// which depend on the graphs alone, and run on `pool` (may be null). Throws VictimError, one line, if a pass
/// fails or its output does not have one row for each graph.
Batch forward_graphs(const GraphModel& model, GraphBatch graphs, ThreadPool* pool);

/// Returns what GraphVictim::edge_gradients returns, for a model that takes weights.
Eigen::RowVectorXf backward_graph(const GraphModel& model, const Graph& graph,
                                  std::span<const NodePair> pairs, const Eigen::RowVectorXf& cotangent);

/// Make the checks that GraphVictim::scores promises: throw InputError unless there is a graph and every one
/// has a node, and VictimError unless there are spec.classes finite scores for each graph.
void check_graphs(GraphBatch graphs, const GraphVictimSpec& spec);
void check_scores(const Scores& scores, const GraphVictimSpec& spec);

}  // namespace bora::models
