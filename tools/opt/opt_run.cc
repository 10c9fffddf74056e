#include "tools/opt/opt_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/files/whole_file.h"
#include "common/json.h"
#include "common/process/shell_word.h"
#include "common/text.h"
#include "report/tuning/results.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"
#include "tuning/space/expression.h"
#include "tuning/space/space_file.h"
#include "tuning/trials/launch.h"
#include "tuning/trials/repeats.h"
#include "tuning/trials/trial_runner.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

bool asks_for_best(const Expression& condition) {
  return std::ranges::any_of(condition.mentioned(), [](std::size_t name) { return name == 0 || name == 3; });
}

/// Parses --fail-if; none if it is empty. Throws InputError if it is not a valid condition.
std::optional<Expression> fail_condition(const OptOptions& options) {
  if (options.fail_if.empty()) return std::nullopt;
  const std::vector<std::string> names = {"best", "trials", "failed", "recommended", "infeasible"};
  Expression condition(options.fail_if, names, "--fail-if");
  if (options.config.objectives.size() > 1 && asks_for_best(condition))
    throw InputError(
        "--fail-if: of several objectives there is no best value; trials and failed may be named");
  // An invalid condition is reported before anything runs.
  for (const double best : {-1e9, 0.0, 1e9})
    static_cast<void>(condition.holds({best, std::int64_t{1}, std::int64_t{0}, best, std::int64_t{0}}, true));
  return condition;
}

// Returns whether a trial of this run has a value; those of a warm start are not results of it.
bool has_value(const Tuning& tuning) {
  return std::ranges::any_of(
      tuning.trials(), [](const auto& entry) { return entry.first > 0 && !entry.second.values.empty(); });
}

// Says so if it does.
bool met(const std::optional<Expression>& condition, const std::string& text, const Tuning& tuning,
         const std::optional<RecommendedPoint>& recommendation) {
  if (!condition) return false;
  std::int64_t failed = 0, infeasible = 0;
  for (const auto& [number, row] : tuning.trials()) {
    failed += row.ended() && row.values.empty() ? 1 : 0;
    infeasible += number > 0 && !row.values.empty() && !tuning.feasible(row) ? 1 : 0;
  }
  std::optional<double> best;
  if (tuning.best()) best = tuning.trials().at(*tuning.best()).values.front();
  // Without any such value nothing that is asked of the best one can be counted on.
  const auto recommended = recommendation ? std::optional<double>(recommendation->expected.mean) : best;
  const auto value_of = [](const std::optional<double>& number) {
    return number ? std::optional<ParameterValue>(*number) : std::nullopt;
  };
  if (!condition->holds(
          {value_of(best), std::int64_t{tuning.told()}, failed, value_of(recommended), infeasible}, true))
    return false;
  std::string why;
  if (asks_for_best(*condition))
    why = !best && infeasible > 0 ? " (no trial meets the constraints)"
          : !best                 ? " (no trial gave a value)"
          : recommendation ? fmt::format(", the best is {:.6g}, recommended {:.6g}", *best, *recommended)
                           : fmt::format(", the best is {:.6g}", *best);
  fmt::print(stderr, "bo-opt: --fail-if: {} holds{}\n", text, why);
  return true;
}

}  // namespace

int run_trials(const OptOptions& options) {
  const auto condition = fail_condition(options);
  Progress progress(options.quiet);
  progress.stop();  // from here on, Ctrl-C ends the run in order
  TuningConfig config = options.config;
  const std::string typed_out = config.out;
  if (config.stored) {
    // Where the command was typed: it may name files from there.
    config.out = fs::absolute(config.out).string();
    fs::current_path(config.stored->required("directory"));
  }
  // Reports an invalid command or rule before a folder is made.
  make_readers(config);
  launch_words(config.launch);
  const CommandTemplate command(config.command,
                                parse_space(config.space_text, config.space_file, config.stored.has_value()));
  for (const std::string& name : command.unnamed())
    fmt::print(stderr, "bo-opt: the command does not name {{{}}}: the program cannot know it\n", name);
  RunHandle run(config, progress);
  TrialStore& store = *run.store;
  store.set("status", "running");
  store.set("config", config.config);
  write_whole_file(fs::path(config.out) / "config.ini", config.config);
  if (config.stored && !config.asynchronous && trials_at_once(config.workers, config.repeats) > config.window)
    fmt::print(stderr,
               "bo-opt: --workers {}: no more than {} trials run at the same time, as when the run began, so "
               "that what it asks for stays the same\n",
               config.workers, config.window);
  progress.finish();  // the time left is that of the trials, not of reading the run back
  TrialRunner trials(config, run, progress);
  const bool whole = [&] {
    try {
      return trials.run();
    } catch (...) {
      store.set("status", "interrupted");
      throw;
    }
  }();
  store.begin();
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", timestamp());
  store.set("stopped", trials.stopped());
  store.commit();
  const auto recommendation = recommend(*run.tuning);
  write_results(*run.tuning, config.out, join(config.command, " "), recommendation);
  if (!trials.cannot_start().empty()) {
    // While no trial has a value, the command can be corrected.
    fmt::print(stderr,
               "bo-opt: the command: {}; {} trials are done, continue with: bo-opt --resume --out {}{}\n",
               trials.cannot_start(), run.tuning->told(), shell_quoted(typed_out),
               has_value(*run.tuning) ? "" : " -- COMMAND");
    return kExitBadInput;
  }
  fmt::print("{}", summary_text(*run.tuning, config.budget, trials.stopped(), recommendation));
  fmt::print("report     {}\n", (fs::path(typed_out) / "report.html").string());
  if (!whole) {
    fmt::print(stderr, "bo-opt: interrupted; continue with: bo-opt --resume --out {}\n",
               shell_quoted(typed_out));
    return kExitInterrupted;
  }
  if (trials.gave_up())
    fmt::print(
        stderr,
        "bo-opt: {}\nbo-opt: look into {}; once the command is right: bo-opt --resume --out {} -- "
        "COMMAND, or if only other points work: bo-opt --resume --give-up 0 --out {}\n",
        trials.stopped(),
        (fs::path(typed_out) / (config.repeats > 1 ? "trials/1/1/stderr" : "trials/1/stderr")).string(),
        shell_quoted(typed_out), shell_quoted(typed_out));
  if (met(condition, options.fail_if, *run.tuning, recommendation)) return kExitConditionMet;
  return has_value(*run.tuning) && run.tuning->best() ? kExitOk : kExitVictimFailed;
}

namespace {

// Scripts ask and tell all at once, each for a moment; a process that runs trials holds the run for as long
// as they last.
constexpr std::chrono::seconds kWait(60);

void check_by_hand(const OptOptions& options) {
  if (!options.config.command.empty())
    throw InputError(
        "{}: bo-opt runs the trials of this run itself (--resume); ask and tell are for runs made by ask",
        options.config.out);
}

struct Told {
  std::vector<double> values;  // values of objectives and constraints; empty: the trial has failed
  double seconds = 0;          // duration of the trial; 0 if it is not told
};

// Reads the values `names`: numbers in their order, or a JSON object with a field each.
std::vector<double> told_numbers(const OptOptions& options, const std::vector<Objective>& names) {
  std::vector<double> values;
  if (options.told.starts_with("{")) {
    const bool by_rule = options.config.value.starts_with("json:");
    for (std::size_t k = 0; k < names.size(); ++k) try {
        const std::string field = "json:" + names[k].name;
        values.push_back(ValueReader(k == 0 && by_rule ? options.config.value : field).read(options.told));
      } catch (const InputError& error) {
        throw InputError("tell: {}: {}", printable(options.told), error.what());
      }
    return values;
  }
  const std::vector<std::string> words = split(options.told, ',');
  if (words.size() != names.size()) {
    std::vector<std::string> expected;
    for (const Objective& one : names) expected.push_back(one.name);
    throw InputError("tell: '{}' is {} values, expected {}: {}", printable(options.told), words.size(),
                     names.size(), join(expected, ","));
  }
  for (const std::string& word : words) values.push_back(parse_value(word));
  return values;
}

// Reads what is told of a trial. With --per-second, its duration follows the values if it is none of them.
Told told_of(const OptOptions& options) {
  if (options.told == "failed") return {};
  std::vector<Objective> names = options.config.reported();
  const auto at = std::ranges::find(names, "seconds", &Objective::name) - names.begin();
  const bool extra = options.config.search.per_second && at == std::ssize(names);
  if (extra) names.push_back({"seconds"});
  Told told{told_numbers(options, names)};
  if (at < std::ssize(names)) told.seconds = told.values[static_cast<std::size_t>(at)];
  if (extra) told.values.pop_back();
  if (options.config.search.per_second && told.seconds < 0)
    throw InputError("tell: seconds: {} is negative, expected the duration of the trial", told.seconds);
  return told;
}

}  // namespace

int ask_for_trials(const OptOptions& options) {
  check_by_hand(options);
  Progress progress(options.quiet);
  RunHandle run(options.config, progress, kWait);
  run.settle();
  for (int i = 0; i < options.count; ++i) {
    const auto row = run.tuning->ask();
    if (!row) {
      fmt::print(stderr,
                 "bo-opt: no further point was found that the constraints allow and that was not tried\n");
      return i > 0 ? kExitOk : kExitVictimFailed;
    }
    auto said = nlohmann::ordered_json::object();
    said["trial"] = row->number;
    said["point"] = parse_valid_json<nlohmann::ordered_json>(row->point);
    std::cout << json_text(said) << "\n";
  }
  return kExitOk;
}

int tell_trial(const OptOptions& options) {
  check_by_hand(options);
  Progress progress(options.quiet);
  RunHandle run(options.config, progress, kWait);
  const Told told = told_of(options);
  run.store->begin();
  run.tuning->end(options.trial, told.values, told.values.empty() ? "failed" : "done",
                  told.values.empty() ? "reported by tell" : "", told.seconds, 1);
  run.settle();
  run.store->commit();
  // The models of the report take a second or more with many trials.
  constexpr std::size_t kAlways = 50, kEvery = 10;
  const std::size_t trials = run.tuning->trials().size();
  if (trials <= kAlways || trials % kEvery == 0)
    write_results(*run.tuning, options.config.out, join(options.config.command, " "), recommend(*run.tuning));
  else
    write_tables(*run.tuning, options.config.out);
  return kExitOk;
}

int report_trials(const OptOptions& options) {
  const auto condition = fail_condition(options);
  const ParameterSpace space = parse_space(options.config.space_text, options.config.space_file, true);
  const StoredRun& run = *options.config.stored;
  std::optional<Tuning> tuning;
  try {
    tuning.emplace(run.trials, nullptr, space,
                   make_searcher(options.config.search, space.space(),
                                 static_cast<int>(options.config.objectives.size()),
                                 static_cast<int>(options.config.bounds.size())),
                   options.config.objectives, options.config.bounds);
  } catch (const InputError& error) {
    // The trials are what they are, whatever this program would ask for.
    fmt::print(stderr, "bo-opt: the report is without a model: {}\n", error.what());
    tuning.emplace(run.trials, nullptr, space, nullptr, options.config.objectives, options.config.bounds);
  }
  const auto recommendation = recommend(*tuning);
  write_results(*tuning, options.config.out, join(options.config.command, " "), recommendation);
  const auto stopped = run.facts.find("stopped");
  fmt::print("{}", summary_text(*tuning, options.config.budget,
                                stopped == run.facts.end() ? "" : stopped->second, recommendation));
  fmt::print("report     {}\n", (fs::path(options.config.out) / "report.html").string());
  return met(condition, options.fail_if, *tuning, recommendation) ? kExitConditionMet : kExitOk;
}

}  // namespace bora::tools
