// A classifier of graphs in a TorchScript file, run by LibTorch in this process.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/graphs/graph_victim.h"

namespace bora::models {

/// Options of a TorchScript victim of graphs. They override the archive's metadata
/// (models/victims/metadata.h).
struct TorchScriptGraphOptions {
  std::string path;
  std::string features;  ///< node features (models/graphs/graph_features.h); "": those of the metadata, else
                         ///< chosen as load_torchscript_graph() describes
  std::optional<ScoreKind> kind;  ///< default: determined by probing
  int node_label_count = 0;       ///< number of node labels in the data; 0: unlabelled
  int attribute_count = 0;        ///< number of attributes of a node in the data
  bool may_differ = false;        ///< whether a model is accepted that answers equal queries differently
};

/// Loads a model that has the method
///
///     forward(x, edge_index, batch) or forward(x, edge_index, batch, edge_weight)
///
/// like models of PyTorch Geometric. x: nodes x features; edge_index: 2 x e (int64), both directions of every
/// edge; batch (int64, ascending): index of the graph of each node; edge_weight: e values, by default None.
/// The output is graphs x classes, or a tuple or list whose first element is that. A model without the
/// argument edge_weight ignores weights and has no gradients. For a model with it, an edge of weight 0 must
/// be like no edge. The model runs on the CPU.
///
/// Queries the model twice with `probes` (none: generated graphs) to determine the number of classes and,
/// unless stated, the kind of the scores. If neither options nor metadata name features, they are `label` if
/// the data have labels, else `attributes` if these exist, else `degree:N` with as many columns as the model
/// accepts.
///
/// The victim runs its chunks, of bounded numbers of graphs and edges, on `pool` (null: in the calling
/// thread), which must outlive it; the scores do not depend on the pool.
///
/// Throws InputError with a one-line message if the file is no TorchScript archive, cannot be loaded or is a
/// model of images; if the model takes other arguments or another number of features (the message names
/// features that fit); or if its output is not graphs x classes, not finite, or contradicts what was stated.
/// A model whose two answers differ becomes GraphVictimSpec::randomised if `may_differ` is set, else it is an
/// InputError, too.
std::unique_ptr<GraphVictim> load_torchscript_graph(const TorchScriptGraphOptions& options,
                                                    GraphBatch probes = {}, ThreadPool* pool = nullptr);

}  // namespace bora::models
