#include "tools/opt/opened_run.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/whole_file.h"
#include "runs/lock_file.h"
#include "tools/opt/leftovers.h"
#include "tools/opt/results.h"
#include "tools/opt/space_file.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

void check_names(const ParameterSpace& space, const OptOptions& options) {
  std::vector<std::string> taken{"trial", "status", "value", "seconds"};
  for (const Objective& reported : options.reported()) taken.push_back(reported.name);
  if (!options.bounds.empty()) taken.push_back("feasible");
  for (const Parameter& parameter : space.parameters())
    if (std::ranges::find(taken, parameter.name) != taken.end())
      throw InputError("{}: parameter '{}': results.csv has a column of that name already, choose another",
                       options.space_file, parameter.name);
}

void warn_of(const std::vector<std::string>& left_out, std::size_t taken) {
  if (left_out.empty()) return;
  fmt::print(
      stderr,
      "bo-opt: --warm-start: {} of {} rows are no points of the space with a value and are left out:\n",
      left_out.size(), left_out.size() + taken);
  for (const std::string& row : left_out) fmt::print(stderr, "bo-opt: --warm-start: {}\n", row);
}

std::vector<TrialRow> known_before(const OptOptions& options, const ParameterSpace& space) {
  if (options.warm_start.empty()) return options.known;
  std::vector<std::string> left_out;
  if (!fs::is_directory(options.warm_start)) {
    const Known known = read_results(options.warm_start, space, options.reported(), left_out);
    warn_of(left_out, known.size());
    return warm_start_rows(known, space);
  }
  // From its database: what a run that was killed wrote last may be behind it.
  const StoredRun run = read_tuning_run(options.warm_start);
  const ParameterSpace theirs = parse_space(run.required("space"), options.warm_start + "/space.toml");
  std::vector<Objective> objectives;
  const auto said = nlohmann::ordered_json::parse(run.required("objectives"), nullptr, false);
  for (const auto& [name, way] : said.items()) objectives.push_back({name, way == "maximise"});
  std::vector<std::string> bounds;
  if (const auto found = run.facts.find("constraints"); found != run.facts.end())
    for (const auto& bound : nlohmann::json::parse(found->second, nullptr, false))
      bounds.push_back(bound.get<std::string>());
  const Tuning tuning(run.trials, nullptr, theirs, nullptr, objectives, parse_outcome_bounds(bounds));
  const fs::path file = fs::path(options.warm_start) / "results.csv";
  const Known known = parse_results(results_csv(tuning), file.string(), space, options.reported(), left_out);
  warn_of(left_out, known.size());
  return warm_start_rows(known, space);
}

// Removes a run of which no trial has a value, with what its trials left behind.
void remove_run(const fs::path& folder) {
  const TrialStore held = TrialStore::open(folder);  // throws if a process is at work there
  std::set<fs::path> trials;
  for (const TrialRow& row : held.trials()) {
    if (row.number > 0 && !row.values.empty())
      throw InputError("{}: a trial of the run has a value by now; add --resume to continue it",
                       folder.string());
    trials.insert(fs::weakly_canonical(folder / "trials" / fmt::to_string(row.number)));
  }
  end_leftovers(trials);
  fs::remove_all(folder / "trials");
  for (const char* const name : {"results.csv", "repeats.csv", "summary.json", "report.html"})
    fs::remove(folder / name);
  for (const char* const end : {"", "-wal", "-shm", "-journal"}) fs::remove(held.file().string() + end);
  fmt::print(stderr, "bo-opt: no trial of the run in {} has a value; the run starts again\n",
             folder.string());
}

TrialStore create(const OptOptions& options, const std::vector<TrialRow>& known) {
  if (options.replaces) remove_run(options.out);
  TrialStore made = TrialStore::create(options.out, [&](TrialStore& store) {
    store.set("space", options.space_text);
    store.set("command", nlohmann::json(options.command).dump());
    store.set("config", options.config);
    auto objectives = nlohmann::ordered_json::object();
    for (const Objective& objective : options.objectives)
      objectives[objective.name] = objective.maximise ? "maximise" : "minimise";
    store.set("objectives", objectives.dump());
    auto bounds = nlohmann::json::array();
    for (const OutcomeBound& bound : options.bounds) bounds.push_back(bound.text());
    if (!bounds.empty()) store.set("constraints", bounds.dump());
    store.set("directory", fs::current_path().string());
    store.set("window", fmt::to_string(options.window));
    store.set("horizon", fmt::to_string(options.tuning.horizon));
    store.set("started", timestamp());
    store.set("status", "running");
    store.set("version", BORA_VERSION);
    for (const TrialRow& row : known) store.add(row);
  });
  write_whole_file(fs::path(options.out) / "space.toml", options.space_text);
  write_whole_file(fs::path(options.out) / "config.ini", options.config);
  return made;
}

// Scripts ask and tell all at once, each for a moment; whoever runs trials holds the run for as long as they
// last.
TrialStore open_in_turn(const OptOptions& options) {
  constexpr std::chrono::seconds kPatience(60);
  constexpr std::chrono::milliseconds kPause(20);
  const auto begun = std::chrono::steady_clock::now();
  while (true) {
    try {
      return TrialStore::open(options.out);
    } catch (const RunInUse&) {
      const bool by_hand = options.verb == OptOptions::Verb::ask || options.verb == OptOptions::Verb::tell;
      if (!by_hand || std::chrono::steady_clock::now() - begun > kPatience) throw;
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace

OpenedRun::OpenedRun(const OptOptions& options) : space(parse_space(options.space_text, options.space_file)) {
  check_names(space, options);
  auto searcher = make_searcher(options.tuning, space.space(), static_cast<int>(options.objectives.size()),
                                static_cast<int>(options.bounds.size()));
  if (options.stored) {
    store.emplace(open_in_turn(options));
  } else {
    const std::vector<TrialRow> known = known_before(options, space);
    store.emplace(create(options, known));
  }
  tuning.emplace(store->trials(), &*store, space, std::move(searcher), options.objectives, options.bounds);
}

void OpenedRun::settle() {
  std::vector<std::int64_t> ended;
  for (const auto& [number, row] : tuning->trials())
    if (number > 0 && row.ended() && !row.told) ended.push_back(number);
  for (const std::int64_t number : ended) tuning->tell(number);
}

}  // namespace bora
