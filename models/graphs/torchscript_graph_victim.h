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
  std::string features;           ///< models/graphs/graph_features.h; empty: the metadata's, or see below
  std::optional<ScoreKind> kind;  ///< default: found out on the probes
  int node_label_count = 0;       ///< node labels in the data; 0 = unlabelled
  int attribute_count = 0;        ///< node attributes in the data
  bool may_differ = false;        ///< a model that answers at random is taken, and not refused
};

/// Loads a model that has the method
///
///     forward(x, edge_index, batch) or forward(x, edge_index, batch, edge_weight)
///
/// as models of PyTorch Geometric have: x is nodes x features, edge_index 2 x e (int64) with both directions
/// of every edge, batch (int64, ascending) the graph of each node, edge_weight e values or None by default;
/// what it returns is graphs x classes, or a tuple or list that begins with it. A model without weights sees
/// none, and is closed to white-box attacks; one with weights must take an edge of weight 0 as none. It runs
/// on the CPU.
///
/// It is tried on `probes` (none: on generated graphs) to learn the number of classes and, where it is not
/// stated, the kind of the scores, as load_torchscript does. Where neither options nor metadata name
/// features, they are `label` if the data have labels, else `attributes`, else `degree:N`, N being what the
/// model's width leaves.
///
/// The victim runs its chunks, of bounded numbers of graphs and edges, on `pool` (null: in the calling
/// thread), which must outlive it; the scores do not depend on the pool.
///
/// Throws InputError, one line, if the file is no TorchScript archive or cannot be loaded, is one of images,
/// takes other arguments or features of another width (then with what would fit), its output is not
/// graphs x classes or not finite or contradicts what was stated. One that answers the same graphs in another
/// way when they are asked again is GraphVictimSpec::randomised, or, unless `may_differ`, refused likewise.
std::unique_ptr<GraphVictim> load_torchscript_graph(const TorchScriptGraphOptions& options,
                                                    GraphBatch probes = {}, ThreadPool* pool = nullptr);

}  // namespace bora::models
