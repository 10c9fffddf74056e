#include "models/graphs/load_graph_victim.h"

#include <fmt/format.h>

#include "common/hash.h"
#include "common/setting_error.h"
#include "models/victims/address.h"
#include "models/victims/remote/process_graph_victim.h"

namespace bora::models {

std::unique_ptr<GraphVictim> load_graph_victim(const GraphVictimOptions& options, GraphBatch probes,
                                               ThreadPool* pool) {
  const TorchScriptGraphOptions& model = options.model;
  switch (place_of(model.path)) {
    case ModelPlace::torchscript:
      return load_torchscript_graph(model, probes, pool);
    case ModelPlace::process:
      if (!model.features.empty())
        throw SettingError("features", "is for TorchScript files; {} is shown the graphs themselves",
                           model.path);
      return load_process_graph({model.path, model.kind, options.classes, model.node_label_count,
                                 model.attribute_count, options.endpoint},
                                probes);
    default:
      throw InputError(
          "{}: classifiers of graphs are TorchScript files or programs (exec:COMMAND); see "
          "docs/reference/victims.md",
          model.path);
  }
}

std::string graph_fingerprint(const GraphVictim& victim, const std::string& address) {
  if (is_file_address(address)) return sha256_file(address);
  return sha256(fmt::format("{}\n{} {}", address, victim.spec().classes, to_string(victim.spec().kind)));
}

}  // namespace bora::models
