// bo-assess: searches for architectures, trains the best, attacks each, and recommends one for deployment.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/process/shell_word.h"
#include "common/run_observer.h"
#include "models/victims/address.h"
#include "models/victims/load_victim.h"
#include "models/victims/torch/torchscript_victim.h"
#include "report/assessment/views/assessment_views.h"
#include "report/conditions/outcome.h"
#include "report/figures/summary.h"
#include "runs/lock_file.h"
#include "runs/run_store.h"
#include "tools/assess/assess_options.h"
#include "tools/assess/attack_stage.h"
#include "tools/assess/kept_results.h"
#include "tools/assess/model_stages.h"
#include "tools/commands.h"
#include "tools/options/condition_exit.h"
#include "tools/options/print_error.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

// Creates the folder --out. Replaces an assessment without results there. Throws InputError if the folder
// holds another assessment or cannot be created.
void make_folder_for(const AssessOptions& options) {
  const fs::path config = fs::path(options.out) / "config.ini";
  if (!options.resume && fs::exists(config)) {
    if (holds_results(options.out))
      throw InputError(
          "--out: {} already holds an assessment; add --resume to continue it, or name another folder",
          options.out);
    discard_assessment(options.out);
    print_error("bo-assess: the assessment in {} has no results; it is started again\n", options.out);
  }
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) throw InputError("--out: {} cannot be created: {}", options.out, error.message());
}

// One call of bo-assess: runs the stages and keeps models.json up to date.
class AssessmentRun {
 public:
  AssessmentRun(const AssessOptions& options, const std::string& command)
      : options_(options),
        folder_(options.out),
        lock_(folder_ / ".lock"),
        earlier_(read_earlier_part(folder_)) {
    remove_abandoned_parts(folder_);
    list_.command = earlier_.command.empty() ? command : earlier_.command;
    list_.directory = options.directory;
    list_.version = BORA_VERSION;
    list_.started = earlier_.started.empty() ? timestamp() : earlier_.started;
    list_.status = "running";
    list_.bound = options.reference_bound;
  }

  int run() {
    write_atomically(folder_ / "config.ini", options_.config);
    bool whole = false;
    try {
      whole = search_and_train() && attack_all();
    } catch (...) {
      store_interrupted();
      throw;
    }
    const bool interrupted = interrupt_flag();
    list_.status = whole ? "complete" : "interrupted";
    list_.finished = timestamp();
    write_model_list(list_, folder_);
    if (reaches("report")) report();
    if (interrupted) {
      print_error(
          "bo-assess: interrupted; what was done is kept. Continue with: bo-assess --resume --out {}\n",
          folder_.string());
      return kExitInterrupted;
    }
    return code_;
  }

 private:
  bool reaches(const std::string& stage) const {
    const auto place = [](const std::string& name) { return std::ranges::find(stages(), name); };
    return place(stage) <= place(options_.until);
  }
  void say(const std::string& text) const {
    if (!options_.quiet) print_error("bo-assess: {}\n", text);
  }

  // Stores the status "interrupted" after an exception.
  void store_interrupted() {
    list_.status = "interrupted";
    list_.finished = timestamp();
    try {
      write_model_list(list_, folder_);
    } catch (const std::exception&) {
      // The original exception is reported instead.
    }
  }

  // Runs the stages before the attacks and lists all models. Returns false if the attacks do not follow:
  // after Ctrl-C, or because of --until.
  bool search_and_train() {
    std::optional<SearchStage> search;
    std::vector<TrainingJob> jobs;
    if (options_.searches()) {
      say("searching");
      search.emplace(run_search_stage(options_, folder_));
      const auto finalists = choose_finalists(*search, options_.finalists);
      list_.search = record_of(*search, finalists);
      if (!search->outcome.complete || interrupt_flag()) return false;
      if (finalists.empty())
        throw InputError("--search: none of the networks could be trained; see {}/search", folder_.string());
      for (const SearchTrial& trial : finalists)
        jobs.push_back({fmt::format("search-{}", jobs.size() + 1), "searched", trial.architecture});
    }
    if (!reaches("train")) return false;
    for (const std::string& architecture : options_.trained)
      jobs.push_back({model_name_of(architecture), "trained", architecture});
    if (!jobs.empty()) {
      TrainingStage stage(options_, folder_);
      for (const TrainingJob& job : jobs) {
        say(fmt::format("training {} ({})", job.name, job.architecture));
        try {
          const auto model = stage.train(job, interrupt_flag());
          if (!model) return false;
          add(*model);
        } catch (const InputError& error) {
          add({.name = job.name,
               .origin = job.origin,
               .architecture = job.architecture,
               .failure = "it " + leave_out(job.name, error)});
        }
      }
    }
    for (const GivenModel& given : options_.given) {
      ListedModel model{
          .name = given.name, .origin = "given", .address = given.address, .options = given.options};
      const auto metadata = read_model_metadata(given.address);
      model.architecture = metadata ? metadata->architecture : "";
      if (is_torchscript(given.address)) model.weights = count_weights(given.address);
      add(std::move(model));
    }
    return reaches("attack");
  }

  // Adds a model, with its latency from an earlier part of the assessment if known.
  void add(ListedModel model) {
    if (const auto known = earlier_.latencies.find(model.name); known != earlier_.latencies.end())
      model.latency = known->second;
    list_.models.push_back(std::move(model));
    list_runs(list_.models.back());
    write_model_list(list_, folder_);
  }
  void list_runs(ListedModel& model) const {
    model.runs.clear();
    if (model.address.empty()) return;
    for (const std::string& bound : options_.bounds)
      if (holds_run_of(options_, model, bound, folder_))
        model.runs.push_back(run_folder_of(options_, model.name, bound));
  }
  // Reports that a model is left out because of `error` and sets the exit code; the other models, which may
  // have taken hours to train, are still assessed. Returns the reason without the model's name.
  std::string leave_out(const std::string& name, const InputError& error) {
    print_error("bo-assess: left out: {}\n", error.what());
    if (code_ != kExitUnexpected) code_ = kExitVictimFailed;
    const std::string text = error.what(), prefix = name + ": ";
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
  }

  // Attacks all models at the first bound, then all at the next, so that an interrupted assessment can
  // compare models. Returns whether all attacks were made.
  bool attack_all() {
    std::set<std::string> down;  // models that no longer answer
    for (const std::string& bound : options_.bounds)
      for (ListedModel& model : list_.models) {
        if (model.address.empty() || down.contains(model.name)) continue;
        say(fmt::format("attacking {} within {}", model.name, bound_in_force(options_, bound)));
        int code = kExitOk;
        try {
          code = attack_model(options_, model, bound, folder_);
        } catch (const InputError& error) {
          model.failure = leave_out(model.name, error);
          write_model_list(list_, folder_);
          continue;
        } catch (const Interrupted&) {
          return false;
        }
        list_runs(model);
        if (!model.latency) measure_latency_of(model);
        write_model_list(list_, folder_);
        if (code == kExitInterrupted) return false;
        // A verification failure takes precedence over an incomplete run in the exit code.
        if (code != kExitOk && code_ != kExitUnexpected) code_ = code;
        // An unavailable victim ends the attacks on this model; a resume queries it again.
        const fs::path run = folder_ / run_folder_of(options_, model.name, bound);
        if (code == kExitVictimFailed && read_run(run).status != "complete") down.insert(model.name);
      }
    if (std::ranges::all_of(list_.models, [](const ListedModel& model) { return model.runs.empty(); }))
      throw InputError("none of the models could be attacked");
    return down.empty();
  }

  // The images of the measurement are grey and noise, on which a model may fail that classifies real ones.
  void measure_latency_of(ListedModel& model) const {
    const auto warn = [&](const std::exception& error) {
      print_error("bo-assess: warning: the latency of {} is not known: {}\n", model.name, error.what());
    };
    try {
      model.latency = latency_of(options_, model, folder_);
    } catch (const InputError& error) {
      warn(error);
    } catch (const VictimError& error) {
      warn(error);
    }
  }

  void report() {
    const Assessment assessment = read_assessment(folder_);
    const AssessmentSummary summary = summarise(assessment);
    write_assessment_report(assessment, summary, folder_);
    if (options_.json)
      fmt::print("{}", assessment_json(assessment, summary));
    else
      fmt::print("{}report: {}\n", assessment_text(assessment, summary),
                 (folder_ / "assessment.html").string());
    if (!options_.fail_if.empty()) code_ = gate(assessment, summary);
  }

  // Applies --fail-if to the recommended or leading model, and returns the exit code. The report of each run
  // applies the conditions to that run.
  int gate(const Assessment& assessment, const AssessmentSummary& summary) const {
    ConditionVerdict verdict{.any_holds = false, .any_undecided = true, .lines = {}};
    if (!summary.recommendation.ahead) {
      verdict.any_holds = summary.complete;
      verdict.lines = {"--fail-if: no model can be recommended"};
      return exit_code_with(code_, verdict, "bo-assess");
    }
    const auto ahead = static_cast<std::size_t>(*summary.recommendation.ahead);
    if (const RunRecord* run = reference_run(assessment, summary, ahead)) {
      const auto outcomes = decide_conditions(*run, bora::report::summarise(*run));
      verdict = verdict_of(outcomes);
      verdict.lines.clear();  // conditions that do not hold are printed, too
      for (const ConditionOutcome& outcome : outcomes) verdict.lines.push_back("--fail-if " + outcome.text());
    }
    return exit_code_with(code_, verdict, fmt::format("bo-assess: {}", assessment.models[ahead].name));
  }

  const AssessOptions& options_;
  fs::path folder_;
  LockFile lock_;
  EarlierPart earlier_;
  ModelList list_;
  int code_ = kExitOk;
};

// Searches, trains, attacks and reports up to the stage that the options state, and continues an interrupted
// assessment. `command`: as typed. Returns the exit code.
int run_assessment(const AssessOptions& typed, const std::string& command) {
  interrupt_flag();  // from here on, Ctrl-C ends the assessment in order
  AssessOptions options = with_range(typed);
  if (options.resume) options.directory = read_earlier_part(options.out).directory;
  if (options.directory.empty()) options.directory = fs::current_path().string();
  check_attack(options);
  check_model_stages(options);
  for (const std::string& warning : warnings_of_equal_models(options))
    print_error("bo-assess: warning: {}\n", warning);
  make_folder_for(options);
  return AssessmentRun(options, command).run();
}

}  // namespace

int bo_assess(int argc, char** argv) {
  return run_tool("bo-assess", [&] {
    AssessOptions options;
    if (!parse(options, argc, argv)) return static_cast<int>(kExitOk);
    return run_assessment(options, shell_command({argv, argv + argc}));
  });
}

}  // namespace bora::tools
