#include "tuning/known_run.h"

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"
#include "tuning/space/space_file.h"

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

}  // namespace

Known read_run_results(const std::filesystem::path& folder, const ParameterSpace& space,
                       const std::vector<Objective>& objectives, std::vector<std::string>& left_out) {
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
  return parse_results(results_csv(tuning, /*mean_seconds=*/true), (folder / "results.csv").string(), space,
                       objectives, left_out);
}

}  // namespace bora::tuning
