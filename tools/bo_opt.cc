// bo-opt: tunes any program by Bayesian optimisation.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/process/shell_word.h"
#include "common/text.h"
#include "report/tuning/results.h"
#include "tools/commands.h"
#include "tools/opt/ask_tell.h"
#include "tools/opt/fail_condition.h"
#include "tools/options/print_error.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"
#include "tuning/space/space_file.h"
#include "tuning/trials/launch.h"
#include "tuning/trials/repeats.h"
#include "tuning/trials/trial_runner.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

// Returns whether a trial of this run has a value. Trials of a warm start (numbers <= 0) do not count.
bool has_value(const Tuning& tuning) {
  return std::ranges::any_of(
      tuning.trials(), [](const auto& entry) { return entry.first > 0 && !entry.second.values.empty(); });
}

// Returns whether the condition holds, and prints a sentence if it does.
bool fails(const FailCondition& condition, const Tuning& tuning,
           const std::optional<RecommendedPoint>& recommendation) {
  const std::string reason = condition.reason(tuning, recommendation);
  if (!reason.empty()) print_error("bo-opt: {}\n", reason);
  return !reason.empty();
}

// Throws InputError for an invalid command or --value, before a folder is created. Prints a warning about
// parameters that the command does not use, and says how a command without parameters gets them.
void check_command(const TuningConfig& config, RunObserver& observer) {
  make_readers(config);
  launch_words(config.launch);
  const ParameterSpace space = parse_space(config.space_text, config.space_file, config.stored.has_value());
  const CommandTemplate command(config.command, space);
  for (const std::string& name : command.unnamed())
    print_error("bo-opt: the command does not contain {{{}}}: the program does not get this parameter\n",
                name);
  if (!command.names_parameters() && !config.stored)
    observer.say(fmt::format(
        "the command contains no parameter, such as {{{}}}: the program gets them in its environment and on its "
        "standard input",
        space.parameters().front().name));
}

// Runs the trials and stores how the run ended. Returns false if it was interrupted.
bool run_and_store(TrialRunner& trials, TrialStore& store) {
  bool whole = false;
  try {
    whole = trials.run();
  } catch (...) {
    store.set("status", "interrupted");
    throw;
  }
  store.begin();
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", timestamp());
  store.set("stopped", trials.stopped());
  store.commit();
  return whole;
}

// Prints that the command cannot be started, and how to continue.
void print_cannot_start(const TrialRunner& trials, const Tuning& tuning, const std::string& out) {
  // While no trial has a value, the command can be corrected.
  print_error("bo-opt: the command: {}; {} done, continue with: bo-opt --resume --out {}{}\n",
              trials.cannot_start(), count_of(tuning.told(), "trial"), shell_quoted(out),
              has_value(tuning) ? "" : " -- COMMAND");
}

// Prints why the run ended early (--give-up), and how to continue.
void print_gave_up(const TrialRunner& trials, int repeats, const std::string& out) {
  const std::string folder = (fs::path(out) / (repeats > 1 ? "trials/1/1" : "trials/1")).string();
  const std::string resume = "bo-opt --resume --out " + shell_quoted(out);
  print_error(
      "bo-opt: {}\nbo-opt: the files stdout and stderr in {} hold the output of the first trial\n"
      "bo-opt: start again with a corrected command: {} -- COMMAND\n"
      "bo-opt: start again with another rule for the value: {} --value RULE\n"
      "bo-opt: continue, if other points may work: {} --give-up 0\n",
      trials.stopped(), folder, resume, resume, resume);
}

// Runs the trials of a new or resumed run, prints the summary and writes the report. Returns an exit code.
int run_trials(const OptOptions& options) {
  const FailCondition condition(options.fail_if, options.config.objectives.size());
  Progress progress(options.quiet);
  progress.stop();  // from here on, Ctrl-C ends the run in order
  TuningConfig config = options.config;
  const std::string typed_out = config.out;
  if (config.stored) {
    // The command may name files relative to the working directory in which the run was started.
    config.out = fs::absolute(config.out).string();
    fs::current_path(config.stored->required("directory"));
  }
  check_command(config, progress);
  RunHandle run(config, progress);
  if (run.tuning->told() < config.budget) run.warn_of_other_version(progress);
  TrialStore& store = *run.store;
  store.set("status", "running");
  store.set("config", config.config);
  write_atomically(fs::path(config.out) / "config.ini", config.config);
  if (config.stored && !config.asynchronous && trials_at_once(config.workers, config.repeats) > config.window)
    print_error(
        "bo-opt: --workers {}: at most {} {} at the same time, as when the run began, so that the same "
        "points are tried\n",
        config.workers, count_of(config.window, "trial"), config.window == 1 ? "runs" : "run");
  progress.finish();  // the time left is estimated from the trials alone, not from reading the run
  TrialRunner trials(config, run, progress);
  const bool whole = run_and_store(trials, store);
  const Tuning& tuning = *run.tuning;
  const TuningProgress done{config.budget, whole ? "complete" : "interrupted", trials.stopped(),
                            parse_warnings(store.get("warnings"))};
  const auto recommendation = recommend(tuning);
  write_results(tuning, config.out, join(config.command, " "), done, recommendation);
  if (!trials.cannot_start().empty()) {
    print_cannot_start(trials, tuning, typed_out);
    return kExitBadInput;
  }
  fmt::print("{}", summary_text(tuning, done, recommendation));
  fmt::print("report     {}\n", (fs::path(typed_out) / "report.html").string());
  if (!whole) {
    print_error("bo-opt: interrupted; continue with: bo-opt --resume --out {}\n", shell_quoted(typed_out));
    return kExitInterrupted;
  }
  if (trials.gave_up()) print_gave_up(trials, config.repeats, typed_out);
  if (fails(condition, tuning, recommendation)) return kExitConditionMet;
  return has_value(tuning) && tuning.best() ? kExitOk : kExitVictimFailed;
}

// Prints the summary and rewrites the report of a stored run. Returns an exit code.
int report_trials(const OptOptions& options) {
  const FailCondition condition(options.fail_if, options.config.objectives.size());
  const ParameterSpace space = parse_space(options.config.space_text, options.config.space_file, true);
  const StoredRun& run = *options.config.stored;
  std::optional<Tuning> tuning;
  try {
    tuning.emplace(run.trials, nullptr, space, options.config.searcher(space.space()),
                   options.config.objectives, options.config.bounds);
  } catch (const InputError& error) {
    // The trials can be reported even if this version cannot continue the search.
    print_error("bo-opt: the report is without a model: {}\n", error.what());
    tuning.emplace(run.trials, nullptr, space, nullptr, options.config.objectives, options.config.bounds);
  }
  const auto recommendation = recommend(*tuning);
  // A run by ask and tell has neither a budget nor an end.
  const bool by_hand = options.config.command.empty();
  const TuningProgress progress =
      by_hand ? TuningProgress{}
              : TuningProgress{options.config.budget, run.fact("status"), run.fact("stopped"),
                               parse_warnings(run.fact("warnings"))};
  write_results(*tuning, options.config.out, join(options.config.command, " "), progress, recommendation);
  fmt::print("{}", summary_text(*tuning, progress, recommendation));
  fmt::print("report     {}\n", (fs::path(options.config.out) / "report.html").string());
  return fails(condition, *tuning, recommendation) ? kExitConditionMet : kExitOk;
}

}  // namespace

int bo_opt(int argc, char** argv) {
  return run_tool("bo-opt", [&]() -> int {
    OptOptions options;
    if (!parse(options, argc, argv)) return kExitOk;
    switch (options.verb) {
      case OptOptions::Verb::ask:
        return ask_for_trials(options);
      case OptOptions::Verb::tell:
        return tell_trial(options);
      case OptOptions::Verb::report:
        return report_trials(options);
      default:
        return run_trials(options);
    }
  });
}

}  // namespace bora::tools
