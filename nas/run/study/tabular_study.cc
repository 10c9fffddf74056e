#include "nas/run/study/tabular_study.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/hash.h"
#include "common/held_warnings.h"
#include "common/setting_error.h"
#include "common/stopwatch.h"
#include "common/thread_pool.h"
#include "nas/run/search_store.h"
#include "nas/run/study/motif_source.h"
#include "nas/run/study/study_store.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/strategy.h"
#include "nas/table/tabular_benchmark.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Search of one strategy with one seed.
struct Job {
  std::string strategy;
  const StrategyMaker* maker;
  int seed;
};

// Runs one search. Returns nullopt if it was interrupted.
std::optional<StudyRun> search(const StrategyMaker& maker, int seed, const TabularBenchmark& benchmark,
                               const StudyConfig& config, const std::atomic<bool>& stop) {
  StudyRun run;
  std::unique_ptr<Strategy> strategy;
  {
    const ScopedTimer timer(run.seconds);
    strategy = maker.make(static_cast<std::uint64_t>(seed));
  }
  while (strategy->observations() < config.budget) {
    if (stop) return std::nullopt;
    const auto trials = [&] {
      const ScopedTimer timer(run.seconds);
      return strategy->ask(std::min(config.batch, config.budget - strategy->observations()));
    }();
    for (const auto& trial : trials) {
      const double observed = benchmark.observed(trial.point, static_cast<std::uint64_t>(seed));
      run.evaluations.push_back({trial.point.text(), benchmark.accuracy(trial.point), observed});
      strategy->tell(trial.number, TabularBenchmark::value_of(observed));
    }
  }
  return run;
}

// Returns the facts that a stored study must have to be continued.
std::map<std::string, std::string> facts_of(const StudyConfig& config, const TabularBenchmark& benchmark,
                                            bool pathless) {
  std::map<std::string, std::string> facts{
      {"space", config.space},
      {"table", sha256_file(config.table)},
      {"dataset", config.dataset},
      {"objective", benchmark.objective() + (benchmark.minimised() ? ":minimise" : "")},
      {"budget", fmt::to_string(config.budget)},
      {"batch", fmt::to_string(config.batch)},
      {"observed", join(config.observations.columns, ",")},
      {"noise", config.observations.noise > 0 ? fmt::to_string(config.observations.noise) : ""},
      {"motifs", config.motifs.empty() ? "" : sha256_file(config.motifs)},
      {"motif-values", config.motifs.empty() ? "" : config.motif_values},
      {"motif-score", config.motif_options.score == MotifScore::printed ? "printed" : ""},
      {"version", BORA_VERSION}};
  if (!pathless) facts["pathless"] = "out";
  if (benchmark.of_shares()) facts["accuracies"] = "shares";
  return facts;
}

// Facts of a stored study that a continued one keeps.
struct KeptFacts {
  std::optional<std::string> pathless;  // none: the study is new
  bool percent = false;                 // whether the values of the table are percentages in any case
};

KeptFacts kept_facts(const std::string& folder) {
  const StudyStore store = StudyStore::open(folder, {});
  return {store.get("pathless"), store.get("accuracies") != "shares"};
}

std::shared_ptr<const TabularBenchmark> make_benchmark(const StudyConfig& config, const KeptFacts& kept) {
  return std::make_shared<const TabularBenchmark>(make_space(config.space),
                                                  read_nas_table(config.table, config.dataset),
                                                  config.objective, kept.percent, config.observations);
}

// Warns if all architectures have the same accuracy, so that strategies cannot be compared.
void warn_of_equal_accuracies(const TabularBenchmark& benchmark, RunObserver& observer) {
  const auto all = benchmark.space()->all();
  const double best = benchmark.best_accuracy();
  if (!all ||
      std::ranges::any_of(*all, [&](const Architecture& each) { return benchmark.accuracy(each) != best; }))
    return;
  observer.warn(fmt::format(
      "table: all {} architectures have the same {}, so every strategy finds the {} at once; check the column",
      all->size(), benchmark.objective(), benchmark.minimised() ? "smallest" : "largest"));
}

// Runs the searches that `runs` lacks, and stores each in `store` and `runs` when it ends. makers: one for
// each strategy. Returns false if it was interrupted. After an exception no further search begins, and those
// in progress are stored.
bool run_searches(const StudyConfig& config, const TabularBenchmark& benchmark,
                  const std::vector<std::unique_ptr<StrategyMaker>>& makers, StudyStore& store,
                  StudyRuns& runs, RunObserver& observer) {
  std::vector<Job> jobs;
  for (const int seed : config.seeds)
    for (std::size_t i = 0; i < makers.size(); ++i)
      if (!runs.contains({config.strategies[i], seed}))
        jobs.push_back({config.strategies[i], makers[i].get(), seed});

  const std::atomic<bool>& stop = observer.stop();
  ThreadPool pool(config.threads);
  std::atomic<bool> failed = false;
  std::mutex mutex;  // guards the variables below, the store and `runs`
  std::size_t done = 0;
  pool.parallel_for(static_cast<int>(jobs.size()), [&](int i) {
    if (failed || stop) return;
    const Job& job = jobs[static_cast<std::size_t>(i)];
    try {
      auto run = search(*job.maker, job.seed, benchmark, config, stop);
      if (!run) return;
      const std::lock_guard lock(mutex);
      store.add(job.strategy, job.seed, *run);
      runs[{job.strategy, job.seed}] = std::move(*run);
      ++done;
      observer.update(static_cast<double>(done) / static_cast<double>(jobs.size()),
                      fmt::format("{} of {} searches", done, jobs.size()));
    } catch (...) {
      failed = true;
      throw;
    }
  });
  return done == jobs.size();
}

}  // namespace

StudyOutcome run_tabular_study(const StudyConfig& config, RunObserver& observer) {
  const bool exists = StudyStore::holds_study(config.out);
  // A study without any run, such as one of a mistyped command, is replaced, unless it can be resumed.
  const bool empty = exists && StudyStore::open(config.out, {}).runs().empty();
  StudyOutcome outcome;
  const RunStart start = decide_start(config, exists, empty, "study", [&] {
    const KeptFacts kept = kept_facts(config.out);
    const auto benchmark = make_benchmark(config, kept);
    StudyStore::open(config.out, facts_of(config, *benchmark, config.takes_pathless(kept.pathless)));
    outcome.benchmark = benchmark;
  });
  observer.stop();  // from the first call on, Ctrl-C sets the flag instead of ending the process
  const KeptFacts kept = start == RunStart::continued ? kept_facts(config.out) : KeptFacts{};
  if (!outcome.benchmark) outcome.benchmark = make_benchmark(config, kept);
  const TabularBenchmark& benchmark = *outcome.benchmark;
  HeldWarnings warnings(observer);
  for (const std::string& doubt : {benchmark.doubt_about_direction(), benchmark.doubt_about_unit()})
    if (!doubt.empty()) warnings.warn(doubt);
  warn_of_equal_accuracies(benchmark, warnings);
  const bool pathless = config.takes_pathless(kept.pathless);
  const SpacePtr space = pathless ? benchmark.space() : with_paths(benchmark.space());
  const int size = space->all() ? static_cast<int>(space->all()->size()) : benchmark.size();
  if (config.budget > size)
    throw SettingError("budget", "{} is more than the {} architectures of {}{}", config.budget, size,
                       config.table, size < benchmark.size() ? " that have a path from input to output" : "");
  StrategyTask task{space, config.batch, "none", {}};
  if (benchmark.has_parameters())
    task.parameters = [&](const Architecture& a) { return benchmark.parameters(a); };
  outcome.motifs = motifs_of(config, task.space, warnings);
  task.motifs = outcome.motifs;
  task.budget = config.budget;
  std::vector<std::unique_ptr<StrategyMaker>> makers;
  for (const std::string& name : config.strategies) {
    makers.push_back(std::make_unique<StrategyMaker>(name, task));
    if (const std::string doubt = makers.back()->check_budget(config.budget); !doubt.empty())
      warnings.warn(doubt);
  }

  const auto facts = facts_of(config, benchmark, pathless);
  if (start == RunStart::replaced) {
    RunStore::discard(fs::path(config.out) / StudyStore::kFile);
    observer.warn(fmt::format("the study in {} has no run; it starts again", config.out));
  }
  StudyStore store = start == RunStart::continued ? StudyStore::open(config.out, facts)
                                                  : StudyStore::create(config.out, facts);
  warnings.release();
  RunningMark mark(store);
  write_atomically(fs::path(config.out) / "config.ini", config.config);
  StudyRuns& runs = outcome.runs;
  runs = store.runs();
  if (benchmark.observes_otherwise())
    for (auto& [key, run] : runs)
      for (StudyEvaluation& evaluation : run.evaluations)
        evaluation.observed = benchmark.observed(benchmark.space()->parse(evaluation.architecture),
                                                 static_cast<std::uint64_t>(key.second));
  outcome.complete = run_searches(config, benchmark, makers, store, runs, observer);
  observer.finish();
  mark.end(outcome.complete);
  return outcome;
}

}  // namespace bora::nas
