#include "report/views/run_views.h"

#include <string_view>

#include <fmt/format.h>

#include "common/text.h"
#include "data/files/csv_table.h"

namespace bora::report {
namespace {

/// End of the names of columns of distances in runs on pixels. It is replaced by the name of the run's norm.
constexpr std::string_view kDistance = "linf";

/// Column of results.csv: its name in runs on pixels, semantic runs and runs on graphs (null: no such
/// column), and its value.
struct Column {
  const char *pixels, *semantic, *graphs;
  std::string (*value)(const InputRow& input, const InstanceRecord& instance);
  bool minimise = false;  ///< whether runs on pixels and on graphs have it only with --minimise
};

using In = const InputRow&;
using At = const InstanceRecord&;

std::string number(double value) {
  return fmt::format("{:.9g}", value);
}

// Semantic runs and those with --minimise continue after a success. There, `queries` is the number up to the
// first success, `spent` the number of all queries; distance and `changes` are those of the nearest example.
constexpr Column kColumns[] = {
    {"attack", "attack", "attack", [](In, At at) { return csv_field(at.attack); }},
    {"image", "image", "graph", [](In input, At) { return std::to_string(input.id); }},
    {"record", "record", "record", [](In input, At) { return std::to_string(input.record); }},
    {nullptr, nullptr, "nodes", [](In input, At) { return std::to_string(input.nodes); }},
    {nullptr, nullptr, "edges", [](In input, At) { return std::to_string(input.edges); }},
    {"label", "label", "label", [](In input, At) { return std::to_string(input.label); }},
    {"target", "target", "target", [](In, At at) { return at.target ? std::to_string(*at.target) : ""; }},
    {"status", "status", "status", [](In, At at) { return to_string(at.status); }},
    {"queries", "queries", "queries",
     [](In, At at) { return std::to_string(at.reached() ? at.queries_to_success() : at.queries); }},
    {"spent", "spent", "spent", [](In, At at) { return std::to_string(at.queries); }, true},
    {"attempts", "attempts", "attempts", [](In, At at) { return std::to_string(at.attempts); }},
    {nullptr, nullptr, "budget", [](In, At at) { return std::to_string(at.budget); }},
    {"linf", "severity", "edits",
     [](In, At at) { return at.adversarial ? number(at.adversarial->distance) : ""; }},
    {"first_linf", nullptr, "first_edits",
     [](In, At at) { return at.first ? number(at.first->distance) : ""; }, true},
    {"l2", "l2", nullptr,
     [](In, At at) { return at.adversarial && at.adversarial->l2 ? number(*at.adversarial->l2) : ""; }},
    {"predicted", "predicted", "predicted",
     [](In, At at) { return at.adversarial ? std::to_string(at.adversarial->predicted) : ""; }},
    {"seed", "seed", "seed", [](In, At at) { return std::to_string(at.seed); }},
    {"verified", "verified", "verified",
     [](In, At at) -> std::string {
       if (!at.verification) return "";
       return at.verification->within && at.verification->confirmed ? "yes" : "no";
     }},
    {"first_verified", nullptr, "first_verified",
     [](In, At at) -> std::string {
       if (!at.first || at.first->file.empty()) return "";
       return at.first->confirmed ? "yes" : "no";
     },
     true},
    {"name", "name", "name", [](In input, At) { return csv_field(input.name); }},
    {nullptr, "changes", nullptr,
     [](In, At at) { return at.nearer.empty() ? "" : csv_field(at.nearer.back().details); }},
};

}  // namespace

std::string results_csv(const RunRecord& run) {
  auto name = &Column::pixels;
  if (run.on_graphs()) name = &Column::graphs;
  if (run.semantic()) name = &Column::semantic;
  // An L2 distance is in the column l2.
  const bool l2 = run.threat == "l2";
  std::vector<Column> columns;
  for (const Column& column : kColumns)
    if (column.*name != nullptr && (!column.minimise || run.minimise || run.semantic()) &&
        !(l2 && column.*name == kDistance))
      columns.push_back(column);
  std::vector<std::string> fields;
  for (const Column& column : columns) {
    std::string& title = fields.emplace_back(column.*name);
    if (title.ends_with(kDistance))
      title.replace(title.size() - kDistance.size(), kDistance.size(), run.threat);
  }
  std::string out = join(fields, ",") + '\n';
  for (const InstanceRecord& instance : run.instances) {
    fields.clear();
    for (const Column& column : columns) fields.push_back(column.value(run.inputs[instance.input], instance));
    out += join(fields, ",") + '\n';
  }
  return out;
}

}  // namespace bora::report
