#include "nas/run/search_run.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "common/files/atomic_write.h"
#include "common/files/storage_error.h"
#include "common/hash.h"
#include "common/number.h"
#include "common/setting_error.h"
#include "models/networks/export.h"
#include "nas/run/study/motif_source.h"
#include "nas/run/training/cell_trainer.h"
#include "nas/run/training/data_ranker.h"
#include "nas/run/training/halving.h"
#include "nas/run/training/trial_trainer.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/scalarised_search.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

// A trial that was trained and has no finite value has failed.
void fail_without_value(SearchTrial& trial, const SearchConfig& config, const TrialTrainer& trainer) {
  if (!trial.failure.empty()) return;
  trial.failure = why_without_value(trial, config.aim, trainer.validation());
  if (!trial.failure.empty()) trial.epochs.clear();
}

// Runs trials in parallel, one per worker. Results are told in the order of the trials, so that the next
// architecture does not depend on how long trials take; or (config.at_once) in the order in which they end.
// That order is stored, so that a resumed search asks for the same architectures again.
class Search {
 public:
  Search(const SearchConfig& config, const TrialTrainer& trainer, SearchStore& store,
         ScalarisedSearch<SharedSpace>& strategy, RunObserver& observer)
      : config_(config),
        trainer_(trainer),
        store_(store),
        strategy_(strategy),
        halving_({config.halving, config.first_rung, config.estimator, trainer.validation()}),
        at_once_(config.at_once),
        observer_(observer) {
    for (SearchTrial& trial : store.trials()) stored_.emplace(trial.number, std::move(trial));
  }

  /// Runs the search; returns false if it was interrupted.
  bool run() {
    while (true) {
      while (asked_ < config_.budget && static_cast<int>(running_.size()) < config_.workers &&
             !observer_.stop() && is_time_for(asked_ + 1))
        begin();
      if (running_.empty()) break;
      end(next_to_end());
    }
    observer_.finish();
    return static_cast<int>(done_.size()) == config_.budget;
  }
  ~Search() { stop_ = true; }
  /// Returns the trials that have ended, by number.
  std::vector<SearchTrial> done() const {
    std::vector<SearchTrial> all = done_;
    std::ranges::sort(all, {}, &SearchTrial::number);
    return all;
  }

 private:
  // Returns whether `trial` may be asked for. A resumed search asks for a stored trial once as many trials
  // have ended as when it was first asked for.
  bool is_time_for(std::int64_t trial) const {
    const auto found = stored_.find(trial);
    return found == stored_.end() || std::ssize(done_) >= found->second.after;
  }

  void begin() {
    const auto asked = strategy_.ask();
    SearchTrial trial;
    trial.number = ++asked_;
    trial.architecture = asked.point.text();
    trial.after = std::ssize(done_);
    numbers_[trial.number] = asked.number;
    if (const auto found = stored_.find(trial.number); found != stored_.end()) {
      if (found->second.architecture != trial.architecture)
        throw InputError("{}: trial {} is '{}', this program asks for '{}'; the search cannot be resumed",
                         config_.out, trial.number, found->second.architecture, trial.architecture);
      // A trial whose network file is missing is trained again. The result is the same, except for times.
      const bool kept = fs::exists(trial_folder(config_.out, trial.number) / trainer_.model_file());
      if (found->second.ended && (kept || !found->second.failure.empty())) {
        std::promise<std::optional<SearchTrial>> known;
        known.set_value(found->second);
        running_.emplace(trial.number, known.get_future());
        ready(trial.number);
        return;
      }
      trial.place = found->second.place;
    } else {
      store_.put(trial);
    }
    TrainingPlan plan;
    plan.enough = halving_.rule(done_, trainer_.epochs(trial.architecture, true));
    running_.emplace(trial.number, std::async(std::launch::async, [this, trial, plan = std::move(plan)] {
                       // Announces the end even after an exception, since next_to_end() waits for it.
                       const std::shared_ptr<void> last(nullptr, [&](void*) { ready(trial.number); });
                       return train(trial, plan);
                     }));
  }

  std::optional<SearchTrial> train(SearchTrial trial, const TrainingPlan& plan) {
    const int epochs = trainer_.epochs(trial.architecture, true);
    trial.ended = trainer_.train(
        trial, true, trial_folder(config_.out, trial.number), stop_,
        [&](const TrainingProgress& now) { say(trial.number, epochs, now); }, plan);
    if (!trial.ended) return std::nullopt;
    // Only its network was missing. The stored values stay, since later architectures were chosen by them,
    // and a latency measured again differs.
    if (const auto found = stored_.find(trial.number);
        found != stored_.end() && found->second.ended && trial.failure.empty())
      return found->second;
    return trial;
  }

  void ready(std::int64_t trial) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(trial);
    changed_.notify_one();
  }

  // Returns the running trial whose result is told next; waits for it if necessary.
  std::int64_t next_to_end() {
    const std::int64_t first = running_.begin()->first;
    if (!at_once_) return first;
    // Repeats the stored order where there is one.
    for (const auto& [number, future] : running_)
      if (const auto found = stored_.find(number);
          found != stored_.end() && found->second.place == std::ssize(done_) + 1)
        return number;
    std::unique_lock lock(mutex_);
    const auto untold = [&] {
      return std::ranges::find_if(ready_, [&](std::int64_t number) { return running_.contains(number); });
    };
    changed_.wait(lock, [&] { return untold() != ready_.end(); });
    return *untold();
  }

  void end(std::int64_t number) {
    auto trial = running_.at(number).get();
    running_.erase(number);
    const std::int64_t asked = numbers_.at(number);
    if (!trial) {
      strategy_.abandon(asked);
      return;
    }
    fail_without_value(*trial, config_, trainer_);
    trial->place = std::ssize(done_) + 1;
    if (!stored_.contains(number) || !stored_.at(number).ended) store_.put(*trial);
    if (trial->failure.empty()) {
      strategy_.tell(asked, told(*trial));
      const std::lock_guard lock(mutex_);
      best_ = std::max(best_, best_accuracy(*trial));
    } else {
      strategy_.fail(asked);
    }
    done_.push_back(*trial);
  }

  Eigen::VectorXd told(const SearchTrial& trial) const {
    Eigen::VectorXd values = objective_values(trial, config_.aim, trainer_.validation());
    for (std::size_t k = 0; k < config_.aim.objectives.size(); ++k)
      if (config_.aim.objectives[k] == "accuracy" && trial.stopped)
        values[static_cast<Eigen::Index>(k)] = halving_.told(trial, done_);
    return values;
  }

  // Reports progress. Called after every step of a training, which then checks stop_.
  void say(std::int64_t number, int epochs, const TrainingProgress& now) {
    if (observer_.stop()) stop_ = true;
    const std::lock_guard lock(mutex_);
    share_[number] = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs;
    double sum = 0;
    for (const auto& [trial, share] : share_) sum += share;
    for (const auto& [trial, row] : stored_) sum += row.ended && !share_.contains(trial) ? 1 : 0;
    observer_.update(sum / config_.budget, fmt::format("network {} of {}, epoch {}, best {:.2f}%", number,
                                                       config_.budget, now.epoch, 100 * best_));
  }

  const SearchConfig& config_;
  const TrialTrainer& trainer_;
  SearchStore& store_;
  ScalarisedSearch<SharedSpace>& strategy_;
  Halving halving_;
  bool at_once_;
  RunObserver& observer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::int64_t> ready_;  // trials that have ended, in that order
  std::map<std::int64_t, SearchTrial> stored_;
  std::map<std::int64_t, double> share_;
  std::map<std::int64_t, std::int64_t> numbers_;  // the strategy's, by trial
  std::vector<SearchTrial> done_;                 // in the order told
  std::int64_t asked_ = 0;
  double best_ = 0;
  std::atomic<bool> stop_ = false;
  // By trial. The last member, so that it is destroyed first: its destructor waits for the trainings, which
  // use the other members.
  std::map<std::int64_t, std::future<std::optional<SearchTrial>>> running_;
};

// Retrains the best network from the start, for config.final_epochs. Returns nothing if it was interrupted.
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

// Copies the best network to best.pt, retrained if config.final_epochs > 0. Once the search is complete,
// measures its accuracy on the test part.
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

// Returns whether the stored search has these facts.
bool can_continue(const SearchConfig& config, const SearchFacts& facts) {
  try {
    SearchStore::open(config.out, facts, free_facts());
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// Removes a search of which no network has a value.
void discard_search(const std::string& folder, RunObserver& observer) {
  RunStore::discard(fs::path(folder) / SearchStore::kFile);
  for (const char* below : {"trials", "supernet", "final"}) fs::remove_all(fs::path(folder) / below);
  observer.warn(
      fmt::format("no network of the search in {} has a value; the search starts again", folder));
}

// Creates the store, or opens the one that exists, and marks the search as running.
SearchStore open_store(const SearchConfig& config, const SearchFacts& facts, bool exists) {
  SearchStore store =
      exists ? SearchStore::open(config.out, facts, free_facts()) : SearchStore::create(config.out, facts);
  if (const auto known = std::ssize(store.trials()); config.budget < known)
    throw SettingError("budget",
                       "{} is less than the {} networks that the search in {} has asked for already",
                       config.budget, known, config.out);
  store.set("budget", fmt::to_string(config.budget));
  store.set("status", "running");
  write_atomically(fs::path(config.out) / "config.ini", config.config);
  return store;
}

}  // namespace

SearchOutcome run_search(const SearchConfig& config, RunObserver& observer) {
  bool exists = SearchStore::holds_search(config.out);
  // A search without any value, such as one of a mistyped command, is replaced.
  const bool without_values = exists && SearchStore::is_without_values(config.out);
  check_folder(config.out, config.resume, exists, without_values, "search");
  observer.stop();  // from here on, the run ends in order
  SearchOutcome outcome;
  const SpacePtr whole = make_space(config.space);
  std::optional<std::string> stored;
  std::string horizon;  // from the stored search; "" if it predates this fact
  if (exists) {
    const SearchStore before = SearchStore::open(config.out, {}, {});
    stored = before.get("pathless");
    horizon = before.get("horizon");
  }
  const bool pathless = config.takes_pathless(stored);
  outcome.space = pathless ? whole : with_paths(whole);
  if (const auto all = outcome.space->all(); all && config.budget > std::ssize(*all))
    throw SettingError("budget", "{} is more than the {} architectures of {}", config.budget, all->size(),
                       config.space);
  if (!config.motifs.empty())
    outcome.motifs = motifs_from(config.motifs, config.motif_values, outcome.space, config.motif_options);
  const auto trainer = make_trainer(config, whole, observer.stop());
  outcome.test_doubt = trainer->doubt_about_test();
  if (!outcome.test_doubt.empty()) observer.warn(outcome.test_doubt);
  if (const CellTask* images = trainer->images(); images != nullptr)
    if (const std::string dark = describe_dark_images(images->train); !dark.empty()) observer.warn(dark);
  const DataRanker ranker(config, *trainer, observer);
  // Architectures are asked for one by one, while the values of others are pending.
  StrategyTask task{outcome.space, config.workers, "believer", {}};
  task.motifs = outcome.motifs;
  task.ranker = &ranker;
  task.distinct = true;

  auto facts = facts_of(config, *trainer, pathless);
  const bool again = without_values && (!config.resume || !can_continue(config, facts));
  // The strategy plans for the first budget of the search, so that a larger one does not change what it asks
  // for.
  task.budget = exists && !again ? to_number<int>(horizon, 0).value_or(0) : config.budget;
  facts["horizon"] = fmt::to_string(task.budget);
  const StrategyMaker maker(config.strategy, task);
  if (again) {
    discard_search(config.out, observer);
    exists = false;
  }
  SearchStore store = open_store(config, facts, exists);
  try {
    ScalarisedSearch<SharedSpace> strategy(
        maker.make(config.seed), static_cast<int>(config.aim.objectives.size()), config.seed, winsorised);
    Search search(config, *trainer, store, strategy, observer);
    outcome.complete = search.run();
    outcome.trials = search.done();
    outcome.validation = trainer->validation();
    outcome.robust_epsilon = trainer->robust_epsilon();
    if (const SearchTrial* best = outcome.best(config.aim))
      keep_best(config, *trainer, store, *best, outcome, observer);
    store.set("status", outcome.complete ? "complete" : "interrupted");
    store.set("finished", timestamp());
  } catch (...) {
    // A search that failed no longer runs.
    try {
      store.set("status", "interrupted");
    } catch (const StorageError&) {
      // The first failure is the one to report.
    }
    throw;
  }
  return outcome;
}

}  // namespace bora::nas
