#include "tools/nas/tabular_study.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>

#include <fmt/format.h>

#include "common/hash.h"
#include "common/stopwatch.h"
#include "common/thread_pool.h"
#include "common/whole_file.h"
#include "data/csv_fields.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/strategy.h"
#include "nas/table/tabular_benchmark.h"
#include "tools/nas/motif_source.h"
#include "tools/nas/study_figures.h"
#include "tools/nas/study_report.h"
#include "tools/nas/study_store.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

struct Job {
  std::string strategy;
  const StrategyMaker* maker;
  int seed;
  std::optional<StudyRun> run;  // none: interrupted
};

std::optional<StudyRun> search(const StrategyMaker& maker, int seed, const TabularBenchmark& benchmark,
                               const NasOptions& options) {
  StudyRun run;
  std::unique_ptr<Strategy> strategy;
  {
    const ScopedTimer timer(run.seconds);
    strategy = maker.make(static_cast<std::uint64_t>(seed));
  }
  while (strategy->observations() < options.budget) {
    if (interrupt_flag()) return std::nullopt;
    const auto trials = [&] {
      const ScopedTimer timer(run.seconds);
      return strategy->ask(std::min(options.batch, options.budget - strategy->observations()));
    }();
    for (const auto& trial : trials) {
      run.evaluations.push_back({trial.point.text(), benchmark.accuracy(trial.point)});
      strategy->tell(trial.number, benchmark.value(trial.point));
    }
  }
  return run;
}

// strategy,seed,evaluation,cell,value
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

std::vector<std::string> all_strategies(const StudyRuns& runs, const std::vector<std::string>& asked) {
  std::vector<std::string> all = asked;
  for (const auto& [key, run] : runs)
    if (std::ranges::find(all, key.first) == all.end()) all.push_back(key.first);
  return all;
}

}  // namespace

int run_tabular_study(const NasOptions& options) {
  bool exists = StudyStore::holds_study(options.out);
  // A study without any run, such as of a mistyped command, is in nobody's way.
  const bool empty = exists && StudyStore::open(options.out, {}).runs().empty();
  if (exists && !options.resume && !empty)
    throw InputError("--out: {} already holds a study; add --resume to continue it, or name another folder",
                     options.out);
  if (!exists && options.resume) throw InputError("--resume: {} holds no study", options.out);
  interrupt_flag();
  // A study begun before these were distinguished keeps its setting.
  std::optional<std::string> stored;
  bool percent = false;
  if (exists) {
    const StudyStore before = StudyStore::open(options.out, {});
    stored = before.get("pathless");
    percent = before.get("accuracies") != "shares";
  }
  const TabularBenchmark benchmark(make_space(options.space), read_nas_table(options.table, options.dataset),
                                   options.objective, percent);
  const bool pathless = takes_pathless(options, stored);
  const SpacePtr space = pathless ? benchmark.space() : with_paths(benchmark.space());
  const int size = space->all() ? static_cast<int>(space->all()->size()) : benchmark.size();
  if (options.budget > size)
    throw InputError("--budget: {} is more than the {} architectures of {}{}", options.budget, size,
                     options.table, size < benchmark.size() ? " that have a path from input to output" : "");
  StrategyTask task{space, options.batch, "none", {}};
  if (benchmark.has_parameters())
    task.parameters = [&](const Architecture& a) { return benchmark.parameters(a); };
  std::shared_ptr<const MotifSpace> motifs;
  if (!options.motifs.empty()) motifs = motifs_from(options.motifs, options.motif_values, task.space);
  task.motifs = motifs;
  std::vector<std::unique_ptr<StrategyMaker>> makers;
  for (const std::string& name : options.strategy_list)
    makers.push_back(std::make_unique<StrategyMaker>(name, task));

  std::map<std::string, std::string> facts{
      {"space", options.space},
      {"table", sha256_file(options.table)},
      {"dataset", options.dataset},
      {"objective", benchmark.objective()},
      {"budget", fmt::to_string(options.budget)},
      {"batch", fmt::to_string(options.batch)},
      {"motifs", options.motifs.empty() ? "" : sha256_file(options.motifs)},
      {"motif-values", options.motifs.empty() ? "" : options.motif_values},
      {"version", BORA_VERSION}};
  if (!pathless) facts["pathless"] = "out";
  if (benchmark.of_shares()) facts["accuracies"] = "shares";
  const auto another = [&] {
    try {
      StudyStore::open(options.out, facts);
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  if (empty && (!options.resume || another())) {
    RunStore::discard(fs::path(options.out) / StudyStore::kFile);
    exists = false;
    fmt::print(stderr, "bo-nas: the study in {} has no run; it starts again\n", options.out);
  }
  StudyStore store = exists ? StudyStore::open(options.out, facts) : StudyStore::create(options.out, facts);
  store.set("status", "running");
  write_whole_file(fs::path(options.out) / "config.ini", options.config);
  StudyRuns runs = store.runs();
  std::vector<Job> jobs;
  for (const int seed : options.seed_list)
    for (std::size_t i = 0; i < makers.size(); ++i)
      if (!runs.contains({options.strategy_list[i], seed}))
        jobs.push_back({options.strategy_list[i], makers[i].get(), seed, {}});

  ThreadPool pool(options.threads);
  Progress progress(options.quiet);
  bool whole = true;
  // A database belongs to one thread: a few runs are made side by side, then stored.
  const auto wave = static_cast<std::size_t>(2 * options.threads);
  for (std::size_t first = 0; first < jobs.size() && whole; first += wave) {
    const std::size_t count = std::min(wave, jobs.size() - first);
    pool.parallel_for(static_cast<int>(count), [&](int i) {
      Job& job = jobs[first + static_cast<std::size_t>(i)];
      job.run = search(*job.maker, job.seed, benchmark, options);
    });
    for (std::size_t i = first; i < first + count; ++i) {
      if (!jobs[i].run) {
        whole = false;
        continue;
      }
      store.add(jobs[i].strategy, jobs[i].seed, *jobs[i].run);
      runs[{jobs[i].strategy, jobs[i].seed}] = std::move(*jobs[i].run);
    }
    progress.update(static_cast<double>(first + count) / static_cast<double>(jobs.size()),
                    fmt::format("{} of {} searches", first + count, jobs.size()));
  }
  progress.finish();
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", timestamp());

  // All that the study holds, not only what was asked for now.
  const auto strategies = all_strategies(runs, options.strategy_list);
  std::vector<int> seeds;
  for (const auto& [key, run] : runs)
    if (std::ranges::find(seeds, key.second) == seeds.end()) seeds.push_back(key.second);
  const auto figures = study_figures(runs, strategies, seeds, benchmark.best_accuracy(), options.budget);
  write_whole_file(fs::path(options.out) / "results.csv", results_csv(runs, strategies));
  write_study_report(options.out, figures, benchmark, options);
  fmt::print("{}", study_text(figures, benchmark, options));
  if (motifs) fmt::print("motifs     {}\n", motifs_text(*motifs, *benchmark.space()));
  fmt::print("report     {}\n", (fs::path(options.out) / "report.html").string());
  if (!whole) {
    fmt::print(stderr, "bo-nas: interrupted; the same command with --resume goes on\n");
    return kExitInterrupted;
  }
  return kExitOk;
}

}  // namespace bora
