#include "tools/report/results_csv.h"

#include <fmt/format.h>

namespace bora {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace

std::string results_csv(const RunRecord& run) {
  std::string out = "attack,image,record,label,target,status,queries,linf,l2,predicted,seed,verified\n";
  for (const InstanceRecord& instance : run.instances) {
    const InputRecord& image = run.inputs[instance.input];
    out += fmt::format("{},{},{},{},{},{},{},", quoted(instance.attack), image.id, image.record, image.label,
                       instance.target ? std::to_string(*instance.target) : "", to_string(instance.status),
                       instance.queries);
    if (const auto& found = instance.adversarial) {
      out += fmt::format("{:.9g},{},{},", found->distance, found->l2 ? fmt::format("{:.9g}", *found->l2) : "",
                         found->predicted);
    } else {
      out += ",,,";
    }
    out += fmt::format("{},", instance.seed);
    if (const auto& seen = instance.verification) out += seen->within && seen->confirmed ? "yes" : "no";
    out += '\n';
  }
  return out;
}

}  // namespace bora
