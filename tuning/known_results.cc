#include "tuning/known_results.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "common/error.h"
#include "common/json.h"
#include "common/number.h"
#include "common/text.h"
#include "data/files/csv_table.h"
#include "tuning/result_table.h"
#include "tuning/space/space_file.h"
#include "tuning/trials/value_reader.h"

namespace bora::tuning {
namespace {

// Parses the stored objectives, such as {"value": "minimise"}. Throws InputError.
std::vector<Objective> stored_objectives(const std::string& text) {
  const auto refuse = [&] {
    throw InputError("run.objectives is '{}', expected a JSON object of minimise or maximise",
                     printable(text));
  };
  const auto said = parse_json<nlohmann::ordered_json>(text);
  if (!said.is_object() || said.empty()) refuse();
  std::vector<Objective> objectives;
  for (const auto& [name, way] : said.items()) {
    if (way != "maximise" && way != "minimise") refuse();
    objectives.push_back({name, way == "maximise"});
  }
  return objectives;
}

// Parses the stored constraints, such as ["latency<=20"]; empty if the run has none. Throws InputError.
std::vector<OutcomeBound> stored_bounds(const StoredRun& run) {
  const auto found = run.facts.find("constraints");
  if (found == run.facts.end()) return {};
  const auto said = parse_json(found->second);
  std::vector<std::string> texts;
  if (said.is_array())
    for (const auto& bound : said)
      if (bound.is_string()) texts.push_back(bound.get<std::string>());
  if (!said.is_array() || texts.size() != said.size())
    throw InputError("run.constraints is '{}', expected a JSON array of texts", printable(found->second));
  return parse_outcome_bounds(texts);
}

bool has_parameter(const ParameterSpace& space, const std::string& name) {
  return std::ranges::find(space.parameters(), name, &Parameter::name) != space.parameters().end();
}

// Column that is neither a parameter nor an objective of the new run.
struct OtherColumn {
  std::size_t at;
  std::string first;     // field of the first row
  bool differs = false;  // whether another row has another field

  void add(const std::string& field, bool is_first) {
    if (is_first) first = field;
    differs = differs || field != first;
  }
};

// Returns the columns that may be parameters of another space. Of a results.csv (result_table.h) these are
// only columns behind its results.
std::vector<OtherColumn> other_columns(const std::vector<std::string>& columns, const ParameterSpace& space,
                                       const std::vector<Objective>& objectives) {
  std::size_t begin = 0;
  if (columns.size() > 1 && columns[0] == "trial" && columns[1] == "status")
    for (const char* const last : {"seconds", "feasible"})
      if (const auto found = std::ranges::find(columns, last); found != columns.end())
        begin = static_cast<std::size_t>(found - columns.begin()) + 1;
  constexpr std::array kOwn{"trial", "status", "value", "seconds", "feasible", "reason", "why"};
  std::vector<OtherColumn> others;
  for (std::size_t i = begin; i < columns.size(); ++i) {
    const std::string& name = columns[i];
    const auto is_objective = [&](const Objective& o) { return name == o.name || name == o.name + "_error"; };
    if (std::ranges::find(kOwn, name) == kOwn.end() && !has_parameter(space, name) &&
        std::ranges::none_of(objectives, is_objective))
      others.push_back({i, {}, false});
  }
  return others;
}

}  // namespace

Known read_results(const std::filesystem::path& file, const ParameterSpace& space,
                   const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                   std::vector<std::string>* unused) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf())) throw InputError("{}: cannot be read, or is empty", file.string());
  return parse_results(text.str(), file.string(), space, objectives, left_out, unused);
}

Known parse_results(const std::string& text, const std::string& place, const ParameterSpace& space,
                    const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                    std::vector<std::string>* unused) {
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
  std::vector<OtherColumn> others = other_columns(columns, space, objectives);
  const auto status = std::ranges::find(columns, "status");
  const auto has_no_result = [&](const std::vector<std::string>& fields) {
    return status != columns.end() && fields[static_cast<std::size_t>(status - columns.begin())] != "done";
  };
  Known out;
  std::vector<std::string> reasons;
  bool any_values = false;  // whether a row that is left out has values
  while (reader.next()) {
    reader.check_width();
    const std::vector<std::string>& fields = reader.fields();
    const auto empty = std::ranges::find_if(values_at, [&](std::size_t i) { return fields[i].empty(); });
    if (empty != values_at.end()) {
      if (!has_no_result(fields))
        reasons.push_back(fmt::format("{}: {} is empty", reader.where(), columns[*empty]));
      continue;
    }
    std::vector<double> of_objectives;
    Assignment values(space.parameters().size());
    try {
      for (const std::size_t i : values_at) {
        const auto value = to_number<double>(fields[i], -kLargestValue, kLargestValue);
        if (!value)
          throw InputError("{}: '{}' is not a number from -1e150 to 1e150", columns[i], printable(fields[i]));
        of_objectives.push_back(*value);
      }
      for (std::size_t i = 0; i < values.size(); ++i)
        if (at[i] != kNoColumn && !fields[at[i]].empty()) values[i] = space.parse(i, fields[at[i]]);
      space.point(values);
      for (OtherColumn& other : others) other.add(fields[other.at], out.empty());
      out.emplace_back(std::move(values), std::move(of_objectives));
    } catch (const InputError& error_of_value) {
      reasons.push_back(fmt::format("{}: {}", reader.where(), error_of_value.what()));
      any_values = true;
    }
  }
  if (out.empty() && any_values)
    throw InputError("{}; no row is a point of the space with a value", reasons.front());
  std::ranges::move(reasons, std::back_inserter(left_out));
  for (const OtherColumn& other : others)
    if (unused != nullptr && other.differs) unused->push_back(columns[other.at]);
  return out;
}

void check_directions(const std::filesystem::path& folder, const std::vector<Objective>& objectives) {
  for (const Objective& theirs : stored_objectives(read_tuning_run(folder).required("objectives")))
    for (const Objective& own : objectives)
      if (own.name == theirs.name && own.maximise != theirs.maximise)
        throw InputError(
            "{}: {} is {} there and {} here; the warm start from {} takes its values all the same",
            folder.string(), own.name, theirs.maximise ? "maximised" : "minimised",
            own.maximise ? "maximised" : "minimised", (folder / "results.csv").string());
}

Known read_run_results(const std::filesystem::path& folder, const ParameterSpace& space,
                       const std::vector<Objective>& objectives, std::vector<std::string>& left_out,
                       std::vector<std::string>* unused) {
  const StoredRun run = read_tuning_run(folder);
  const ParameterSpace theirs = parse_space(run.required("space"), (folder / "space.toml").string(), true);
  const std::string& aims = run.required("objectives");
  const Tuning tuning = [&] {
    try {
      return Tuning(run.trials, nullptr, theirs, nullptr, stored_objectives(aims), stored_bounds(run));
    } catch (const InputError& error) {
      throw InputError("{}: {}", run.file.string(), error.what());
    }
  }();
  std::vector<std::string> others;
  Known known = parse_results(results_csv(tuning, /*mean_seconds=*/true), (folder / "results.csv").string(),
                              space, objectives, left_out, &others);
  for (const std::string& name : others)
    if (unused != nullptr && has_parameter(theirs, name)) unused->push_back(name);
  return known;
}

}  // namespace bora::tuning
