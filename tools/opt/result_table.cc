#include "tools/opt/result_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "common/byte_order_mark.h"
#include "common/error.h"
#include "common/text.h"
#include "common/whole_file.h"
#include "tools/opt/repeats.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// The fields of a line of RFC 4180; a field does not go on in the next line.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool inside = false, was_quoted = false;
  // Blanks around a field belong to it in quotes only.
  const auto end_field = [&] {
    std::string& field = fields.back();
    if (!was_quoted) field = field.substr(0, field.find_last_not_of(" \t") + 1);
    was_quoted = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (inside && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      inside = !inside;
      was_quoted = true;
    } else if (c == ',' && !inside) {
      end_field();
      fields.emplace_back();
    } else if (c != '\r' && (inside || !fields.back().empty() || (c != ' ' && c != '\t'))) {
      fields.back() += c;
    }
  }
  end_field();
  return fields;
}

}  // namespace

std::string result_field(const std::string& text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  const bool blank_end = !text.empty() && (blank(text.front()) || blank(text.back()));
  if (!blank_end && text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

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
    out += "," + result_field(objective.name);
    if (with_error(objective)) out += "," + result_field(objective.name + "_error");
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
  for (const auto& [name, at] : bounded) out += "," + result_field(name);
  if (!tuning.bounds().empty()) out += ",feasible";
  for (const Parameter& parameter : tuning.space().parameters()) out += "," + result_field(parameter.name);
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
    if (!tuning.bounds().empty()) out += row.values.empty() ? "," : tuning.feasible(row) ? ",yes" : ",no";
    for (const auto& value : tuning.assignment(number))
      out += "," + (value ? result_field(to_text(*value)) : "");
    // Runs of earlier versions may have stored more than one line.
    out += "," + result_field(printable(row.reason, row.reason.size())) + "\n";
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
  std::istringstream in(without_byte_order_mark(text));
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> columns = fields_of(line);
  const auto column = [&](const std::string& name) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == name) return i;
    throw InputError("{}:1: no column '{}'; it has {}", place, name, printable(join(columns)));
  };
  constexpr std::size_t kNoColumn = std::string::npos;
  std::vector<std::size_t> at, values_at;
  for (const Objective& objective : objectives) values_at.push_back(column(objective.name));
  for (const Parameter& parameter : space.parameters())
    at.push_back(is_frozen(parameter) && std::ranges::count(columns, parameter.name) == 0
                     ? kNoColumn
                     : column(parameter.name));
  Known out;
  const std::size_t before = left_out.size();
  for (int number = 2; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != columns.size())
      throw InputError("{}:{}: {} fields, expected {}", place, number, fields.size(), columns.size());
    if (std::ranges::any_of(values_at, [&](std::size_t i) { return fields[i].empty(); })) continue;
    std::vector<double> of_objectives;
    Assignment values(space.parameters().size());
    try {
      for (const std::size_t i : values_at) {
        const std::string& word = fields[i];
        double value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
          throw InputError("{}: '{}' is no finite number", columns[i], printable(word));
        of_objectives.push_back(value);
      }
      for (std::size_t i = 0; i < values.size(); ++i)
        if (at[i] != kNoColumn && !fields[at[i]].empty()) values[i] = space.parse(i, fields[at[i]]);
      space.point(values);
      out.emplace_back(std::move(values), std::move(of_objectives));
    } catch (const InputError& error_of_value) {
      left_out.push_back(fmt::format("{}:{}: {}", place, number, error_of_value.what()));
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

}  // namespace bora
