#include "nas/run/search_run.h"

#include <atomic>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/files/storage_error.h"
#include "common/hash.h"
#include "common/held_warnings.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "models/networks/export.h"
#include "nas/run/study/motif_source.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/data_ranker.h"
#include "nas/run/training/trial_trainer.h"
#include "nas/run/trial_search.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/scalarised_search.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// Trains the best network from the start for config.final_epochs. Returns nullopt if it was interrupted.
std::optional<SearchTrial> train_longer(const SearchConfig& config, const TrialTrainer& trainer,
                                        SearchStore& store, const SearchTrial& best, const fs::path& folder,
                                        RunObserver& observer) {
  if (auto known = store.longer(); known && known->architecture == best.architecture &&
                                   static_cast<int>(known->epochs.size()) == config.final_epochs &&
                                   fs::exists(folder / trainer.model_file()))
    return known;
  SearchTrial trial{.architecture = best.architecture, .ended = true};
  std::atomic<bool> stop = false;
  const bool whole = trainer.train(
      trial, true, folder, stop,
      [&](const TrainingProgress& now) {
        if (observer.stop()) stop = true;
        observer.update((now.epoch - 1 + static_cast<double>(now.step) / now.steps) / config.final_epochs,
                        fmt::format("network {} from the start, epoch {} of {}", best.number, now.epoch,
                                    config.final_epochs));
      },
      {.epochs = config.final_epochs});
  observer.finish();
  if (!whole) return std::nullopt;
  fail_without_value(trial, config, trainer);
  if (!trial.failure.empty())
    throw SettingError("final-epochs", "network {} cannot be trained for {} epochs: {}", best.number,
                       config.final_epochs, trial.failure);
  store.put_longer(trial);
  return trial;
}

// Copies the best network to best.pt. If the search is complete, first retrains it if config.final_epochs >
// 0, and measures its accuracy on the test part.
void keep_best(const SearchConfig& config, const TrialTrainer& trainer, SearchStore& store,
               const SearchTrial& best, SearchOutcome& outcome, RunObserver& observer) {
  fs::path model = trial_folder(config.out, best.number) / trainer.model_file();
  outcome.model = "best" + model.extension().string();
  const std::string kept = (fs::path(config.out) / outcome.model).string();
  if (outcome.complete && config.final_epochs > 0) {
    const fs::path folder = fs::path(config.out) / "final" / fmt::to_string(best.number);
    outcome.longer = train_longer(config, trainer, store, best, folder, observer);
    outcome.complete = outcome.longer.has_value();
    if (outcome.complete) model = folder / trainer.model_file();
  }
  std::error_code error;
  fs::copy_file(model, kept + ".part", fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(kept + ".part", kept, error);
  if (error) throw StorageError(fmt::format("{}: cannot be written ({})", kept, error.message()));
  if (!outcome.complete) return;
  outcome.test_error = trainer.test_error(model);
  const Accuracy accuracy = trainer.test(model);
  outcome.test_correct = accuracy.correct;
  outcome.test_images = accuracy.total;
  if (accuracy.total > 0) export_with_accuracy(model.string(), kept, accuracy.fraction());
}

using SearchFacts = std::map<std::string, std::string>;

// Returns StrategyTask::other_values of a search.
std::string other_values(const SearchAim& aim) {
  if (aim.objectives != std::vector<std::string>{"accuracy"})
    return fmt::format("objectives {}", join(aim.objectives, ","));
  return aim.estimator == "accuracy" ? "" : fmt::format("estimator {}", aim.estimator);
}

// Facts that may change when a search is resumed.
const std::vector<std::string>& free_facts() {
  static const std::vector<std::string> names{"budget", "horizon", "version"};
  return names;
}

// Returns the facts that a search is stored with.
SearchFacts facts_of(const SearchConfig& config, const TrialTrainer& trainer, bool pathless) {
  SearchFacts facts = config.facts;
  if (!config.motifs.empty()) facts["motifs"] = sha256_file(config.motifs);
  facts["images hash"] = trainer.train_hash();
  facts["validation hash"] = trainer.validation_hash();
  facts["version"] = BORA_VERSION;
  if (!pathless) facts["pathless"] = "out";
  return facts;
}

// Removes a search without results.
void discard_search(const std::string& folder, RunObserver& observer) {
  RunStore::discard(fs::path(folder) / SearchStore::kFile);
  for (const char* below : {"trials", SearchStore::kSupernet, "final"})
    fs::remove_all(fs::path(folder) / below);
  observer.warn(fmt::format("no network of the search in {} has a value; the search starts again", folder));
}

// Creates the store, or opens the existing one, and stores the budget and the settings.
SearchStore open_store(const SearchConfig& config, const SearchFacts& facts, bool exists) {
  SearchStore store =
      exists ? SearchStore::open(config.out, facts, free_facts()) : SearchStore::create(config.out, facts);
  if (const auto known = std::ssize(store.trials()); config.budget < known)
    throw SettingError("budget",
                       "{} is less than the {} networks that the search in {} has asked for already",
                       config.budget, known, config.out);
  store.set("budget", fmt::to_string(config.budget));
  write_atomically(fs::path(config.out) / "config.ini", config.config);
  return store;
}

// Warns of what is unusual about the data that networks are trained on.
void warn_of_data(const TrialTrainer& trainer, RunObserver& observer) {
  for (const std::string& note : trainer.notes()) observer.warn(note);
  if (const CellTask* images = trainer.images(); images != nullptr)
    if (const std::string dark = describe_dark_images(images->train); !dark.empty()) observer.warn(dark);
}

// Returns the task of the strategy. horizon: first budget of the search, for which the strategy plans, so
// that a larger budget on resuming does not change the architectures that it asks for.
StrategyTask strategy_task(const SearchConfig& config, const SearchOutcome& outcome, const DataRanker& ranker,
                           int horizon) {
  // Architectures are asked for one at a time, while up to `workers` others are pending.
  StrategyTask task{outcome.space, config.workers, "believer", {}};
  task.motifs = outcome.motifs;
  task.ranker = &ranker;
  task.distinct = true;
  task.other_values = other_values(config.aim);
  task.budget = horizon;
  return task;
}

}  // namespace

SearchOutcome run_search(const SearchConfig& config, RunObserver& observer) {
  const bool exists = SearchStore::holds_search(config.out);
  SearchOutcome outcome;
  const SpacePtr whole = make_space(config.space);
  std::unique_ptr<const TrialTrainer> trainer;
  const auto stored_fact = [&](const char* key) { return SearchStore::open(config.out, {}, {}).get(key); };
  // A search without any result, such as one of a mistyped command, is replaced, unless it can be resumed.
  const RunStart start =
      decide_start(config, exists, exists && SearchStore::is_without_results(config.out), "search", [&] {
        trainer = make_trainer(config, whole, observer.stop());
        const auto facts = facts_of(config, *trainer, config.takes_pathless(stored_fact("pathless")));
        SearchStore::open(config.out, facts, free_facts());
      });
  observer.stop();  // from the first call on, Ctrl-C sets the flag instead of ending the process
  std::optional<std::string> stored;
  int horizon = config.budget;
  if (start == RunStart::continued) {
    stored = stored_fact("pathless");
    horizon = to_number<int>(stored_fact("horizon"), 0).value_or(0);  // searches of earlier versions lack it
  }
  const bool pathless = config.takes_pathless(stored);
  outcome.space = pathless ? whole : with_paths(whole);
  if (const auto all = outcome.space->all(); all && config.budget > std::ssize(*all))
    throw SettingError("budget", "{} is more than the {} architectures of {}", config.budget, all->size(),
                       config.space);
  HeldWarnings warnings(observer);
  outcome.motifs = motifs_of(config, outcome.space, warnings);
  if (!trainer) trainer = make_trainer(config, whole, observer.stop());
  outcome.test_doubt = trainer->doubt_about_test();
  if (!outcome.test_doubt.empty()) warnings.warn(outcome.test_doubt);
  warn_of_data(*trainer, warnings);
  const DataRanker ranker(config, *trainer, observer);
  auto facts = facts_of(config, *trainer, pathless);
  facts["horizon"] = fmt::to_string(horizon);
  const StrategyMaker maker(config.strategy, strategy_task(config, outcome, ranker, horizon));
  if (const std::string doubt = maker.check_budget(config.budget); !doubt.empty()) warnings.warn(doubt);
  if (start == RunStart::replaced) discard_search(config.out, observer);
  SearchStore store = open_store(config, facts, start == RunStart::continued);
  if (std::ranges::count(store.trials(), true, &SearchTrial::ended) < config.budget) {
    const std::string other = describe_other_version(store.get("version"), BORA_VERSION, "search",
                                                     "its networks are not all trained in the same way");
    if (!other.empty()) warnings.warn(other);
  }
  warnings.release();
  RunningMark mark(store);
  ScalarisedSearch<SharedSpace> strategy(
      maker.make(config.seed), static_cast<int>(config.aim.objectives.size()), config.seed, winsorised);
  TrialSearch search(config, *trainer, store, strategy, observer);
  outcome.complete = search.run();
  outcome.trials = search.done();
  outcome.validation = trainer->validation();
  outcome.majority = trainer->majority();
  outcome.robust_epsilon = trainer->robust_epsilon();
  if (const SearchTrial* best = outcome.best(config.aim))
    keep_best(config, *trainer, store, *best, outcome, observer);
  mark.end(outcome.complete);
  return outcome;
}

}  // namespace bora::nas
