// A victim of graphs by its address, whatever it is.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "common/thread_pool.h"
#include "models/graph_victim.h"
#include "models/remote/endpoint_options.h"
#include "models/torchscript_graph_victim.h"

namespace bora {

struct GraphVictimOptions {
  /// Its path is the address (models/address.h): a TorchScript file or a program. Programs are not told of
  /// features: they are shown graphs.
  TorchScriptGraphOptions model;
  std::optional<int> classes = {};  ///< how many, where a program cannot be asked
  EndpointOptions endpoint = {};    ///< of a program
};

/// By load_torchscript_graph() or load_process_graph(); throws as these do, and InputError for an address of
/// another kind.
std::unique_ptr<GraphVictim> load_graph_victim(const GraphVictimOptions& options, GraphBatch probes = {},
                                               ThreadPool* pool = nullptr);

/// What tells a victim from another at the same address: of a file its SHA-256; of a program that of its
/// address and of what it says of itself.
std::string graph_fingerprint(const GraphVictim& victim, const std::string& address);

}  // namespace bora
