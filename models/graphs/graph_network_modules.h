// TorchScript module of a GraphNetwork. Includes LibTorch: for sources only.
#pragma once

#include <torch/script.h>

#include "models/graphs/graph_network.h"
#include "models/graphs/graph_runtime.h"

namespace bora::models {

/// Makes a network that consists of TorchScript code, on the CPU and in evaluation mode. The trained module
/// is also the exported one. Its methods take graphs in the form that to_tensors() returns:
///
/// - forward(x, edge_index, batch, edge_weight=None): logits, graphs x classes;
/// - embed(x, edge_index, batch, edge_weight): readouts of the graphs, graphs x embedding;
/// - classify(embedding): logits of readouts.
///
/// All weights and statistics are parameters and buffers of direct submodules.
torch::jit::Module make_graph_module(const GraphNetworkOptions& options);

struct GraphNetwork::Implementation {
  GraphNetworkOptions options;
  GraphVictimSpec spec;
  GraphModel model;
  ThreadPool* pool = nullptr;
};

}  // namespace bora::models
