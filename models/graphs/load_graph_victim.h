// Loading of a victim of graphs of any kind by its address.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/layers.h"
#include "common/thread_pool.h"
#include "models/graphs/graph_victim.h"
#include "models/graphs/torchscript_graph_victim.h"
#include "models/victims/remote/endpoint_options.h"

namespace bora::models {

struct GraphVictimOptions {
  /// Its path is the address (models/victims/address.h): a TorchScript file or a program. Programs are not
  /// told of features: they are shown graphs.
  TorchScriptGraphOptions model;
  std::optional<int> classes = {};  ///< how many, where a program cannot be asked
  EndpointOptions endpoint = {};    ///< options of a program
};

/// Loads a victim as load_torchscript_graph() or load_process_graph() does. Throws what these throw, and
/// InputError for an address of another kind.
std::unique_ptr<GraphVictim> load_graph_victim(const GraphVictimOptions& options, GraphBatch probes = {},
                                               ThreadPool* pool = nullptr);

/// Returns a fingerprint that distinguishes victims at the same address. For a file it is its SHA-256; for a
/// program it is the SHA-256 of its address, its number of classes and its kind of scores.
std::string graph_fingerprint(const GraphVictim& victim, const std::string& address);

}  // namespace bora::models
