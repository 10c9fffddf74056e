// Loading of a victim of graphs by its address.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/graphs/graph_victim.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/victims/remote/endpoint_options.h"

namespace bora::models {

/// Options of a victim of graphs.
struct GraphVictimOptions {
  /// Options of the model that is loaded. Its path is the address (models/victims/address.h) of a TorchScript
  /// file or of a program. `features` is for files only: a program receives the graphs themselves.
  TorchScriptGraphOptions model;
  std::optional<int> classes = {};  ///< number of classes of a program that does not state it
  EndpointOptions endpoint = {};    ///< options of a program
};

/// Loads a victim of graphs by load_torchscript_graph() or load_process_graph(). Throws what these throw, and
/// InputError for an address of another kind.
std::unique_ptr<GraphVictim> load_graph_victim(const GraphVictimOptions& options, GraphBatch probes = {},
                                               ThreadPool* pool = nullptr);

/// Returns a fingerprint that changes if another victim is found at the same address. For a file it is its
/// SHA-256; for a program it is the SHA-256 of its address, its number of classes and its kind of scores.
std::string graph_fingerprint(const GraphVictim& victim, const std::string& address);

}  // namespace bora::models
