#include "tools/report/render/results_csv.h"

#include <fmt/format.h>

#include "data/csv_fields.h"

namespace bora {
namespace {

std::string graph_results_csv(const RunRecord& run) {
  std::string out =
      "attack,graph,record,nodes,edges,label,target,status,queries,attempts,budget,edits,predicted,seed,"
      "verified,name\n";
  for (const InstanceRecord& instance : run.instances) {
    const InputRecord& graph = run.inputs[instance.input];
    out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},", csv_field(instance.attack), graph.id,
                       graph.record, graph.nodes, graph.edges, graph.label,
                       instance.target ? std::to_string(*instance.target) : "", to_string(instance.status),
                       instance.queries, instance.attempts, instance.budget);
    const auto& found = instance.adversarial;
    out += found ? fmt::format("{:g},{},", found->distance, found->predicted) : ",,";
    out += fmt::format("{},", instance.seed);
    if (const auto& seen = instance.verification) out += seen->within && seen->confirmed ? "yes" : "no";
    out += "," + csv_field(graph.name) + '\n';
  }
  return out;
}

}  // namespace

std::string results_csv(const RunRecord& run) {
  if (run.on_graphs()) return graph_results_csv(run);
  // Semantic runs continue after a success: `queries` counts those up to the first success, `spent` all of
  // them; distance and `changes` are those of the mildest example.
  std::string out =
      run.semantic() ? "attack,image,record,label,target,status,queries,spent,attempts,severity,l2,predicted,"
                       "seed,verified,name,changes\n"
                     : "attack,image,record,label,target,status,queries,attempts,linf,l2,predicted,seed,"
                       "verified,name\n";
  for (const InstanceRecord& instance : run.instances) {
    const InputRecord& image = run.inputs[instance.input];
    out +=
        fmt::format("{},{},{},{},{},{},{},", csv_field(instance.attack), image.id, image.record, image.label,
                    instance.target ? std::to_string(*instance.target) : "", to_string(instance.status),
                    instance.reached() ? instance.queries_to_success() : instance.queries);
    if (run.semantic()) out += fmt::format("{},", instance.queries);
    out += fmt::format("{},", instance.attempts);
    if (const auto& found = instance.adversarial) {
      out += fmt::format("{:.9g},{},{},", found->distance, found->l2 ? fmt::format("{:.9g}", *found->l2) : "",
                         found->predicted);
    } else {
      out += ",,,";
    }
    out += fmt::format("{},", instance.seed);
    if (const auto& seen = instance.verification) out += seen->within && seen->confirmed ? "yes" : "no";
    out += "," + csv_field(image.name);
    if (run.semantic())
      out += "," + (instance.nearer.empty() ? "" : csv_field(instance.nearer.back().details));
    out += '\n';
  }
  return out;
}

}  // namespace bora
