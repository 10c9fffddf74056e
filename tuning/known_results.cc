// Reads results.csv for a warm start.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "tuning/result_table.h"

namespace bora::tuning {

Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
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

}  // namespace bora::tuning
