#include "tuning/result_table.h"

#include <algorithm>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "tuning/trials/repeats.h"

namespace bora::tuning {

namespace fs = std::filesystem;

std::string short_text(const ParameterValue& value) {
  const auto* const number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:.6g}", *number) : to_text(value);
}

std::vector<std::pair<std::string, std::size_t>> bounded_columns(const Tuning& tuning) {
  std::vector<std::pair<std::string, std::size_t>> columns;
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const std::string& name = tuning.bounds()[k].name;
    const bool there =
        std::ranges::any_of(tuning.objectives(), [&](const auto& o) { return o.name == name; }) ||
        std::ranges::any_of(columns, [&](const auto& other) { return other.first == name; });
    if (name != "seconds" && !there) columns.emplace_back(name, tuning.objectives().size() + k);
  }
  return columns;
}

std::string results_csv(const Tuning& tuning, bool mean_seconds) {
  std::string out = "trial,status";
  const auto taken = [&](const std::string& name) {
    const auto has_name = [&](const auto& column) { return column.name == name; };
    return std::ranges::any_of(tuning.objectives(), has_name) ||
           std::ranges::any_of(tuning.bounds(), has_name) ||
           std::ranges::any_of(tuning.space().parameters(), has_name);
  };
  const bool repeated =
      std::ranges::any_of(tuning.trials(), [](const auto& entry) { return entry.second.repeats.size() > 1; });
  const auto with_error = [&](const Objective& o) { return repeated && !taken(o.name + "_error"); };
  for (const Objective& objective : tuning.objectives()) {
    out += "," + csv_field(objective.name);
    if (with_error(objective)) out += "," + csv_field(objective.name + "_error");
  }
  const bool timed =
      std::ranges::any_of(tuning.objectives(), [](const auto& o) { return o.name == "seconds"; });
  if (!timed) out += ",seconds";
  const auto bounded = bounded_columns(tuning);
  for (const auto& [name, at] : bounded) out += "," + csv_field(name);
  if (!tuning.bounds().empty()) out += ",feasible";
  for (const Parameter& parameter : tuning.space().parameters()) out += "," + csv_field(parameter.name);
  out += taken("reason") ? ",why\n" : ",reason\n";
  for (const auto& [number, row] : tuning.trials()) {
    out += fmt::format("{},{}", number, row.status);
    for (std::size_t k = 0; k < tuning.objectives().size(); ++k) {
      out += "," + (row.values.empty() ? "" : fmt::to_string(row.values[k]));
      if (!with_error(tuning.objectives()[k])) continue;
      const auto error = standard_error(row, k);
      out += "," + (error ? fmt::to_string(*error) : "");
    }
    const auto runs = static_cast<double>(std::max<std::size_t>(row.repeats.size(), 1));
    if (!timed)
      out += mean_seconds ? "," + fmt::to_string(row.seconds / runs) : fmt::format(",{:.3f}", row.seconds);
    for (const auto& [name, at] : bounded)
      out += "," + (row.values.empty() ? "" : fmt::to_string(row.values[at]));
    if (!tuning.bounds().empty()) out += ",";
    if (!tuning.bounds().empty() && !row.values.empty()) out += tuning.feasible(row) ? "yes" : "no";
    for (const auto& value : tuning.assignment(number))
      out += "," + (value ? csv_field(to_text(*value)) : "");
    // Runs of earlier versions may have stored more than one line.
    out += "," + csv_field(printable(row.reason, row.reason.size())) + "\n";
  }
  return out;
}

void write_tables(const Tuning& tuning, const fs::path& folder) {
  // Not synced: they follow from run.sqlite, and are written at each call of `bo-opt tell`.
  write_atomically(folder / "results.csv", results_csv(tuning), Durability::unsynced);
  if (std::ranges::any_of(tuning.trials(), [](const auto& entry) { return !entry.second.repeats.empty(); }))
    write_atomically(folder / "repeats.csv", repeats_csv(tuning), Durability::unsynced);
}

}  // namespace bora::tuning
