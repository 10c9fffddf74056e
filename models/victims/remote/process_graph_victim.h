// A classifier of graphs in a separate program, which is queried through pipes.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "models/graphs/graph_victim.h"
#include "models/victims/remote/endpoint_options.h"

namespace bora::models {

struct ProcessGraphOptions {
  std::string address;                 ///< exec:COMMAND, as a shell takes it
  std::optional<ScoreKind> kind = {};  ///< default: as the program says, else found out on the probes
  std::optional<int> classes = {};     ///< default: as the program says, else found out
  int node_label_count = 0;            ///< node labels in the data; 0 = unlabelled
  int attribute_count = 0;             ///< node attributes in the data
  EndpointOptions endpoint = {};
};

/// Starts the program and tries it on `probes` (none: on generated graphs), twice: one that answers in
/// different ways is GraphVictimSpec::randomised. The protocol is in models/victims/remote/process_protocol.h
/// and docs/reference/victims.md. The program is restarted when it ends or hangs. No gradients.
///
/// Throws InputError, one line, if it does not speak the protocol, fails on the probes, gives no n x classes
/// scores or none that are finite, contradicts what was stated, or gives labels only and the number of
/// classes is not stated.
std::unique_ptr<GraphVictim> load_process_graph(const ProcessGraphOptions& options, GraphBatch probes = {});

}  // namespace bora::models
