// Modules of a GraphNetwork. Includes LibTorch: for sources only.
#pragma once

#include <torch/script.h>

#include "models/graphs/graph_network.h"
#include "models/graphs/graph_runtime.h"

namespace bora::models {

/// A network as GraphNetwork describes it, written in TorchScript: what is trained is what is exported. On
/// the CPU, in evaluation mode. Methods, for graphs as to_tensors() lays them out:
///
/// - forward(x, edge_index, batch, edge_weight=None): logits, graphs x classes;
/// - embed(x, edge_index, batch, edge_weight): what the graphs are read out to, graphs x embedding;
/// - classify(embedding): its logits.
///
/// All weights and statistics are parameters and buffers of modules of one name each.
torch::jit::Module make_graph_module(const GraphNetworkOptions& options);

struct GraphNetwork::Implementation {
  GraphNetworkOptions options;
  GraphVictimSpec spec;
  GraphModel model;
  ThreadPool* pool = nullptr;
};

}  // namespace bora::models
