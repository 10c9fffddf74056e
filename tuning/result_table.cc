#include "tuning/result_table.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "data/files/csv_fields.h"
#include "data/files/csv_table.h"
#include "tuning/trials/repeats.h"

namespace bora::tuning {

namespace fs = std::filesystem;

std::string short_text(const ParameterValue& value) {
  const auto* const number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:.6g}", *number) : to_text(value);
}

std::string results_csv(const Tuning& tuning) {
  std::string out = "trial,status";
  const auto taken = [&](const std::string& name) {
    return std::ranges::any_of(tuning.objectives(), [&](const auto& o) { return o.name == name; }) ||
           std::ranges::any_of(tuning.space().parameters(), [&](const auto& p) { return p.name == name; });
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
  // Names that are bounded and have no column yet, and where their values stand.
  std::vector<std::pair<std::string, std::size_t>> bounded;
  for (std::size_t k = 0; k < tuning.bounds().size(); ++k) {
    const std::string& name = tuning.bounds()[k].name;
    const bool has_column =
        name == "seconds" ||
        std::ranges::any_of(tuning.objectives(), [&](const auto& o) { return o.name == name; }) ||
        std::ranges::any_of(bounded, [&](const auto& other) { return other.first == name; });
    if (!has_column) bounded.emplace_back(name, tuning.objectives().size() + k);
  }
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
    if (!timed) out += fmt::format(",{:.3f}", row.seconds);
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

Known read_results(const fs::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError("{}: cannot be read, or is empty", file.string());
  return parse_results(text.str(), file.string(), space, objectives, left_out);
}

Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out) {
  CsvReader reader(text, place, /*trim=*/true);
  const std::vector<std::string>& columns = reader.header();
  const auto column = [&](const std::string& name) { return reader.column({name}); };
  constexpr std::size_t kNoColumn = std::string::npos;
  std::vector<std::size_t> at, values_at;
  for (const Objective& objective : objectives) values_at.push_back(column(objective.name));
  for (const Parameter& parameter : space.parameters())
    at.push_back(is_frozen(parameter) && std::ranges::count(columns, parameter.name) == 0
                     ? kNoColumn
                     : column(parameter.name));
  Known out;
  const std::size_t before = left_out.size();
  while (reader.next()) {
    reader.check_width();
    const std::vector<std::string>& fields = reader.fields();
    if (std::ranges::any_of(values_at, [&](std::size_t i) { return fields[i].empty(); })) continue;
    std::vector<double> of_objectives;
    Assignment values(space.parameters().size());
    try {
      for (const std::size_t i : values_at) {
        const auto value = to_finite(fields[i]);
        if (!value) throw InputError("{}: '{}' is no finite number", columns[i], printable(fields[i]));
        of_objectives.push_back(*value);
      }
      for (std::size_t i = 0; i < values.size(); ++i)
        if (at[i] != kNoColumn && !fields[at[i]].empty()) values[i] = space.parse(i, fields[at[i]]);
      space.point(values);
      out.emplace_back(std::move(values), std::move(of_objectives));
    } catch (const InputError& error_of_value) {
      left_out.push_back(fmt::format("{}: {}", reader.where(), error_of_value.what()));
    }
  }
  if (out.empty() && left_out.size() > before)
    throw InputError("{}; no row is a point of the space with a value", left_out[before]);
  return out;
}

void write_tables(const Tuning& tuning, const fs::path& folder) {
  write_whole_file(folder / "results.csv", results_csv(tuning));
  if (std::ranges::any_of(tuning.trials(), [](const auto& entry) { return !entry.second.repeats.empty(); }))
    write_whole_file(folder / "repeats.csv", repeats_csv(tuning));
}

}  // namespace bora::tuning
