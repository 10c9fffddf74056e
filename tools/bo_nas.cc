// bo-nas: searches for network architectures.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "data/files/csv_table.h"
#include "nas/run/bayesian/bnn_search.h"
#include "nas/run/search_run.h"
#include "nas/run/study/sigmoid_search.h"
#include "nas/run/study/tabular_study.h"
#include "report/search/search_reports.h"
#include "report/search/search_words.h"
#include "report/search/study_figures.h"
#include "tools/commands.h"
#include "tools/nas/nas_options.h"
#include "tools/options/print_error.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

namespace fs = std::filesystem;

// Returns the evaluations of a study as CSV.
std::string results_csv(const StudyRuns& runs, const std::vector<std::string>& strategies) {
  std::string out = "strategy,seed,evaluation,cell,value\n";
  for (const std::string& strategy : strategies)
    for (const auto& [key, run] : runs) {
      if (key.first != strategy) continue;
      int number = 0;
      for (const StudyEvaluation& evaluation : run.evaluations)
        out += fmt::format("{},{},{},{},{}\n", csv_field(strategy), key.second, ++number,
                           csv_field(evaluation.architecture), evaluation.accuracy);
    }
  return out;
}

// Returns `requested` and the further strategies of a resumed study.
std::vector<std::string> all_strategies(const StudyRuns& runs, const std::vector<std::string>& requested) {
  std::vector<std::string> all = requested;
  for (const auto& [key, run] : runs)
    if (std::ranges::find(all, key.first) == all.end()) all.push_back(key.first);
  return all;
}

// Prints how to continue, and returns the exit code.
int report_interruption() {
  print_error("bo-nas: interrupted; the same command with --resume continues\n");
  return kExitInterrupted;
}

int run(const SearchConfig& config, RunObserver& observer) {
  const SearchOutcome outcome = run_search(config, observer);
  write_search_report(config, outcome.space, outcome);
  fmt::print("{}", search_text(config, outcome));
  if (outcome.motifs) fmt::print("motifs     {}\n", motifs_text(*outcome.motifs, *outcome.space));
  if (!outcome.complete) return report_interruption();
  return outcome.best(config.aim) != nullptr ? kExitOk : kExitVictimFailed;
}

int run(const StudyConfig& config, RunObserver& observer) {
  const StudyOutcome outcome = run_tabular_study(config, observer);
  const TabularBenchmark& benchmark = *outcome.benchmark;
  const auto strategies = all_strategies(outcome.runs, config.strategies);
  std::vector<int> seeds;
  for (const auto& [key, run] : outcome.runs)
    if (std::ranges::find(seeds, key.second) == seeds.end()) seeds.push_back(key.second);
  const auto figures =
      study_figures(outcome.runs, strategies, seeds, benchmark.best_accuracy(), config.budget);
  write_atomically(fs::path(config.out) / "results.csv", results_csv(outcome.runs, strategies));
  write_study_report(config.out, figures, benchmark, config);
  fmt::print("{}", study_text(figures, benchmark, config));
  if (outcome.motifs) fmt::print("motifs     {}\n", motifs_text(*outcome.motifs, *benchmark.space()));
  fmt::print("report     {}\n", (fs::path(config.out) / "report.html").string());
  return outcome.complete ? kExitOk : report_interruption();
}

int run(const NasOptions& options) {
  Progress progress(options.quiet);
  return options.trains ? run(options.search, progress) : run(options.study, progress);
}

int run(const BnnOptions& options) {
  Progress progress(options.quiet);
  progress.stop();  // from here on, Ctrl-C ends the run in order
  const BnnTrainer trainer(options.search);
  const BnnOutcome outcome = run_bnn_search(options.search, trainer, progress);
  write_bnn_report(options.search, trainer, outcome);
  fmt::print("{}", bnn_text(options.search, trainer, outcome));
  if (!outcome.complete) return report_interruption();
  return outcome.table.best() >= 0 ? kExitOk : kExitVictimFailed;
}

int run(const SigmoidConfig& config) {
  const auto show = [&](const auto& outcome) {
    write_sigmoid_report(config, outcome);
    fmt::print("{}", sigmoid_text(config, outcome));
    return kExitOk;
  };
  if (!config.basis.empty()) return show(run_regression(config));
  return show(run_sigmoid_search(config, interrupt_flag()));
}

}  // namespace

int bo_nas(int argc, char** argv) {
  return run_tool("bo-nas", [&]() -> int {
    if (names_space(argc, argv, "bnn")) {
      BnnOptions options;
      return parse(options, argc, argv) ? run(options) : kExitOk;
    }
    if (names_space(argc, argv, "sigmoid-mlp")) {
      SigmoidConfig options;
      return parse(options, argc, argv) ? run(options) : kExitOk;
    }
    NasOptions options;
    return parse(options, argc, argv) ? run(options) : kExitOk;
  });
}

}  // namespace bora::tools
