// Classifier of graphs in a separate program, which is queried through pipes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "models/graphs/graph_victim.h"
#include "models/victims/remote/endpoint_options.h"

namespace bora::models {

/// Options of a classifier of graphs in a separate program.
struct ProcessGraphOptions {
  std::string address;                 ///< exec:COMMAND as a shell reads it
  std::optional<ScoreKind> kind = {};  ///< default: as the program states, else determined by probing
  std::optional<int> classes = {};     ///< default: as the program states, else determined by probing
  int node_label_count = 0;            ///< number of node labels in the data; 0: unlabelled
  int attribute_count = 0;             ///< number of attributes of a node in the data
  EndpointOptions endpoint = {};
};

/// Starts the program and queries it twice with `probes` (none: generated graphs). If the answers differ, the
/// victim is GraphVictimSpec::randomised. The protocol is in models/victims/remote/process_protocol.h and
/// docs/reference/victims.md. The program is restarted when it ends or hangs. The victim has no gradients.
///
/// Throws InputError with a one-line message if the program does not follow the protocol, fails on the
/// probes, gives scores that are not n x classes or not finite, contradicts what was stated, or gives labels
/// only while the number of classes is not stated.
std::unique_ptr<GraphVictim> load_process_graph(const ProcessGraphOptions& options, GraphBatch probes = {});

}  // namespace bora::models
