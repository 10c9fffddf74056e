#include "tuning/run_handle.h"

#include <algorithm>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/held_warnings.h"
#include "common/json.h"
#include "common/setting_error.h"
#include "common/text.h"
#include "common/usual_goal.h"
#include "runs/lock_file.h"
#include "surrogates/acquisition/rules.h"
#include "tuning/known_results.h"
#include "tuning/space/space_file.h"
#include "tuning/trials/orphans.h"

namespace bora::tuning {
namespace {

namespace fs = std::filesystem;

void check_names(const ParameterSpace& space, const TuningConfig& config) {
  std::vector<std::string> taken{"trial", "status", "value", "seconds"};
  for (const Objective& objective : config.objectives) taken.push_back(objective.name);
  if (!config.bounds.empty()) taken.push_back("feasible");
  for (const OutcomeBound& bound : config.bounds)
    if (std::ranges::find(space.parameters(), bound.name, &Parameter::name) != space.parameters().end())
      throw SettingError(
          "constraint", "{}: '{}' is a parameter; bounds on parameters belong into constraints = [...] of {}",
          bound.text(), bound.name, config.space_file);
  for (const Parameter& parameter : space.parameters())
    if (std::ranges::find(taken, parameter.name) != taken.end())
      throw InputError("{}: parameter '{}': results.csv has a column of that name already, choose another",
                       config.space_file, parameter.name);
}

void warn_of(const std::vector<std::string>& left_out, std::size_t taken, RunObserver& observer) {
  if (left_out.empty()) return;
  observer.warn(fmt::format(
      "warm-start: {} of {} rows are no points of the space with a value and are left out:", left_out.size(),
      left_out.size() + taken));
  for (const std::string& row : left_out) observer.warn("warm-start: " + row);
}

void warn_of_unused(const std::vector<std::string>& columns, RunObserver& observer) {
  if (columns.empty()) return;
  const std::string names = printable(join(columns));
  observer.warn(
      columns.size() == 1
          ? fmt::format(
                "warm-start: column {} is no parameter of the space: trials that differ in it alone are "
                "taken as noise",
                names)
          : fmt::format("warm-start: columns {} are no parameters of the space: trials that differ in them "
                        "alone are taken as noise",
                        names));
}

// Returns the line of the stored settings that states how the program's value is read; "" if there is none.
std::string value_line(const std::string& config) {
  for (const std::string& line : split(config, '\n'))
    if (line.starts_with("value = ")) return line;
  return "";
}

/// Trials that a run begins with, and the facts with the units of their values.
struct WarmStart {
  std::vector<TrialRow> rows;
  std::map<std::string, std::string> units;
};

// Returns the facts with the units of values of a warm start's run, if this one reads its values in the same
// way.
std::map<std::string, std::string> units_before(const StoredRun& before, const TuningConfig& config) {
  std::map<std::string, std::string> units;
  const std::string own = value_line(config.config);
  if (own.empty() || own != value_line(before.fact("config"))) return units;
  for (const auto& [name, value] : before.facts)
    if (name.starts_with(kUnitFact)) units.emplace(name, value);
  return units;
}

// Warns if the run of a warm start and this one read their values in different ways, such as two fields of
// the same program. Several objectives are compared by their names.
void warn_of_other_values(const StoredRun& before, const TuningConfig& config, RunObserver& observer) {
  if (config.objectives.size() > 1 || config.command.empty() || config.replaces) return;
  if (before.fact("command") == "[]") return;
  const std::string theirs = value_line(before.fact("config")), own = value_line(config.config);
  if (theirs.empty() || own.empty() || theirs == own) return;
  observer.warn(fmt::format(
      "warm-start: the run in {} has {}, and this one {}; the search takes both for the same quantity",
      config.warm_start, theirs, own));
}

WarmStart warm_start_of(const TuningConfig& config, const ParameterSpace& space, RunObserver& observer) {
  if (config.warm_start.empty()) return {};
  std::vector<std::string> left_out, unused;
  const bool of_run = fs::is_directory(config.warm_start);
  StoredRun before;
  if (of_run) {
    before = read_tuning_run(config.warm_start);
    check_directions(config.warm_start, config.objectives);
    warn_of_other_values(before, config, observer);
  }
  const auto read = of_run ? read_run_results : read_results;
  const Known known = read(config.warm_start, space, config.reported(), left_out, &unused);
  warn_of(left_out, known.size(), observer);
  warn_of_unused(unused, observer);
  return {warm_start_rows(known, space), units_before(before, config)};
}

// Removes the run in `folder`, no trial of which has a value: database, tables, files of its trials, and
// processes that its trials have left running. Throws InputError if a trial has a value by now.
void remove_run(const fs::path& folder, RunObserver& observer) {
  const TrialStore held = TrialStore::open(folder);  // throws if another process holds the run
  std::set<fs::path> trials;
  for (const TrialRow& row : held.trials()) {
    if (has_own_value(row))
      throw InputError("{}: a trial of the run has a value by now; resume the run to continue it",
                       folder.string());
    trials.insert(fs::weakly_canonical(folder / "trials" / fmt::to_string(row.number)));
  }
  end_orphans(trials);
  fs::remove_all(folder / "trials");
  for (const char* const name : {"results.csv", "repeats.csv", "summary.json", "report.html"})
    fs::remove(folder / name);
  for (const char* const end : {"", "-wal", "-shm", "-journal"}) fs::remove(held.file().string() + end);
  observer.warn(fmt::format("no trial of the run in {} has a value; the run starts again", folder.string()));
}

void warn_of_linear_scales(const ParameterSpace& space, RunObserver& observer) {
  constexpr double kFactor = 1000;
  for (const Parameter& parameter : space.parameters()) {
    const bool real = parameter.kind == Parameter::Kind::real;
    if ((!real && parameter.kind != Parameter::Kind::integer) || parameter.lower <= 0) continue;
    if (!(parameter.upper > kFactor * parameter.lower)) continue;
    observer.warn(fmt::format(
        "space: {}: bounds {:g} and {:g} of type {}: 90% of the points that are spread over them are above {:g}; "
        "type {} spreads points equally over all powers of ten",
        parameter.name, parameter.lower, parameter.upper, real ? "real" : "integer",
        parameter.lower + 0.1 * (parameter.upper - parameter.lower), real ? "log" : "log-integer"));
  }
}

// Warns of objectives whose names suggest the other direction. A single one is named by the rule for its
// value.
void warn_of_directions(const TuningConfig& config, RunObserver& observer) {
  const bool several = config.objectives.size() > 1;
  for (const Objective& objective : config.objectives) {
    std::string name = several ? objective.name : config.value;
    // In an expression, \b would belong to the word after it.
    re2::RE2::GlobalReplace(&name, R"(\\[bB])", " ");
    const UsualGoal usual = usual_goal(name);
    if (usual == UsualGoal::unknown || (usual == UsualGoal::maximise) == objective.maximise) continue;
    observer.warn(fmt::format("{} is {} values are better; check the direction",
                              several ? "objective: " + objective.name : "value: " + config.value,
                              objective.maximise ? "maximised, but the name suggests that smaller"
                                                 : "minimised, but the name suggests that larger"));
  }
}

void warn_of_initial_points(const TuningOptions& search, RunObserver& observer) {
  if (search.initial_points < search.horizon || search.optimiser == "random") return;
  observer.warn(fmt::format(
      "initial: the first {} trials do not use the model, and the budget is {}: the model never chooses a point",
      search.initial_points, search.horizon));
}

void warn_of_pending(const TuningOptions& search, RunObserver& observer) {
  if (search.pending == TuningOptions().pending || !surrogates::sees_pending(search.acquisition)) return;
  observer.warn(fmt::format("pending: {} has no effect, since acquisition {} handles pending points itself",
                            search.pending, search.acquisition));
}

void warn_of_constraints(const TuningConfig& config, RunObserver& observer) {
  const OptimiserSupport& support = optimiser_support(config.search.optimiser);
  if (config.bounds.empty() || support.models_constraints || support.name == "random") return;
  observer.warn(fmt::format(
      "constraint: {} does not model constraints: a trial that breaks one counts as failed; optimisers bayes and forest model them",
      support.name));
}

TrialStore create(const TuningConfig& config, const WarmStart& start, RunObserver& observer) {
  if (start.rows.empty()) warn_of_initial_points(config.search, observer);
  warn_of_directions(config, observer);
  warn_of_pending(config.search, observer);
  warn_of_constraints(config, observer);
  TrialStore made = TrialStore::create(config.out, [&](TrialStore& store) {
    store.set("space", config.space_text);
    store.set("command", json_text(nlohmann::json(config.command)));
    store.set("config", config.config);
    auto objectives = nlohmann::ordered_json::object();
    for (const Objective& objective : config.objectives)
      objectives[objective.name] = objective.maximise ? "maximise" : "minimise";
    store.set("objectives", json_text(objectives));
    auto bounds = nlohmann::json::array();
    for (const OutcomeBound& bound : config.bounds) bounds.push_back(bound.text());
    if (!bounds.empty()) store.set("constraints", json_text(bounds));
    store.set("directory", fs::current_path().string());
    store.set("window", fmt::to_string(config.window));
    store.set("horizon", fmt::to_string(config.search.horizon));
    store.set("started", timestamp());
    store.set("status", "running");
    store.set("version", BORA_VERSION);
    for (const auto& [name, unit] : start.units) store.set(name, unit);
    for (const TrialRow& row : start.rows) store.add(row);
  });
  write_atomically(fs::path(config.out) / "space.toml", config.space_text);
  write_atomically(fs::path(config.out) / "config.ini", config.config);
  return made;
}

// Opens the store, waiting up to `wait` for another process to release it.
TrialStore open_when_free(const std::string& folder, std::chrono::seconds wait) {
  constexpr std::chrono::milliseconds kPause(20);
  const auto begun = std::chrono::steady_clock::now();
  while (true) {
    try {
      return TrialStore::open(folder);
    } catch (const RunInUse&) {
      if (std::chrono::steady_clock::now() - begun >= wait) throw;
      std::this_thread::sleep_for(kPause);
    }
  }
}

// Creates the run. If several processes begin it at the same time, such as parallel calls of `bo-opt ask`,
// one creates it, and the others open it if they have the same settings.
TrialStore create_or_open(const TuningConfig& config, const WarmStart& start, RunObserver& observer,
                          std::chrono::seconds wait) {
  try {
    return create(config, start, observer);
  } catch (const InputError& error) {
    const bool another =
        dynamic_cast<const RunInUse*>(&error) != nullptr || TrialStore::holds_run(config.out);
    if (!another || wait.count() == 0 || config.replaces) throw;
    constexpr std::chrono::milliseconds kPause(20);
    const auto begun = std::chrono::steady_clock::now();
    while (!TrialStore::holds_run(config.out)) {
      if (std::chrono::steady_clock::now() - begun >= wait) throw;
      std::this_thread::sleep_for(kPause);
    }
    TrialStore made = open_when_free(config.out, wait);
    if (made.get("space") != config.space_text || made.get("config") != config.config) throw;
    return made;
  }
}

}  // namespace

RunHandle::RunHandle(const TuningConfig& config, RunObserver& observer, std::chrono::seconds wait)
    : space(parse_space(config.space_text, config.space_file, config.stored.has_value())) {
  check_names(space, config);
  check_accepts(config.search.optimiser, space);
  auto searcher = config.searcher(space.space());
  if (config.stored) {
    store.emplace(open_when_free(config.out, wait));
  } else {
    HeldWarnings warnings(observer);
    warn_of_linear_scales(space, warnings);
    const WarmStart start = warm_start_of(config, space, warnings);  // may be the run that is replaced
    if (config.replaces) remove_run(config.out, observer);
    store.emplace(create_or_open(config, start, warnings, wait));
    warnings.release();
  }
  tuning.emplace(store->trials(), &*store, space, std::move(searcher), config.objectives, config.bounds);
}

void RunHandle::warn_of_other_version(RunObserver& observer) const {
  const std::string text = describe_other_version(store->get("version"), BORA_VERSION, "run",
                                                  "its trials are not all chosen in the same way");
  if (!text.empty()) observer.warn(text);
}

void RunHandle::settle() {
  std::vector<std::int64_t> ended;
  for (const auto& [number, row] : tuning->trials())
    if (number > 0 && row.ended() && !row.told) ended.push_back(number);
  for (const std::int64_t number : ended) tuning->tell(number);
}

}  // namespace bora::tuning
