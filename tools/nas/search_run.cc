#include "tools/nas/search_run.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "common/error.h"
#include "common/hash.h"
#include "common/whole_file.h"
#include "models/export.h"
#include "nas/space/connected_space.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/scalarised_search.h"
#include "tools/nas/cell_trainer.h"
#include "tools/nas/data_ranker.h"
#include "tools/nas/halving.h"
#include "tools/nas/motif_source.h"
#include "tools/nas/search_report.h"
#include "tools/nas/trial_trainer.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// Trials run side by side, as many as there are workers. They are told in their order, so that what is asked
// for does not depend on how long each takes; or at once, in the order in which they end, which is stored, so
// that a search that goes on asks again for what it had asked for.
class Search {
 public:
  Search(const NasOptions& options, const TrialTrainer& trainer, SearchStore& store,
         ScalarisedSearch<SharedSpace>& strategy)
      : options_(options),
        trainer_(trainer),
        store_(store),
        strategy_(strategy),
        halving_({options.halving, options.first_rung, options.estimator, trainer.validation()}),
        at_once_(options.tell == "at-once"),
        progress_(options.quiet) {
    for (SearchTrial& trial : store.trials()) stored_.emplace(trial.number, std::move(trial));
  }

  /// Runs the search; returns false if it was interrupted.
  bool run() {
    while (true) {
      while (asked_ < options_.budget && static_cast<int>(running_.size()) < options_.workers &&
             !interrupt_flag() && is_time_for(asked_ + 1))
        begin();
      if (running_.empty()) break;
      end(next_to_end());
    }
    progress_.finish();
    return static_cast<int>(done_.size()) == options_.budget;
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
        throw InputError(
            "{}: trial {} is '{}', this program asks for '{}'; the search cannot be resumed",
            options_.out, trial.number, found->second.architecture, trial.architecture);
      // One whose network is gone from the folder is trained again, which gives the same but for times.
      const bool kept = fs::exists(trial_folder(options_.out, trial.number) / "model.pt");
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
                       // Said however it ends, or it would be waited for.
                       const std::shared_ptr<void> last(nullptr, [&](void*) { ready(trial.number); });
                       return train(trial, plan);
                     }));
  }

  std::optional<SearchTrial> train(SearchTrial trial, const TrainingPlan& plan) {
    const int epochs = trainer_.epochs(trial.architecture, true);
    trial.ended = trainer_.train(
        trial, true, trial_folder(options_.out, trial.number), stop_,
        [&](const TrainingProgress& now) { say(trial.number, epochs, now); }, plan);
    if (!trial.ended) return std::nullopt;
    // Only its network was gone. What was found out of it before stays, since further networks were asked for
    // by that: a latency is another one each time that it is measured.
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
    Eigen::VectorXd values = objective_values(trial, options_.aim, trainer_.validation());
    for (std::size_t k = 0; k < options_.aim.objectives.size(); ++k)
      if (options_.aim.objectives[k] == "accuracy" && trial.stopped)
        values[static_cast<Eigen::Index>(k)] = halving_.told(trial, done_);
    return values;
  }

  // Called after every step of a training, which looks at stop_ then.
  void say(std::int64_t number, int epochs, const TrainingProgress& now) {
    if (interrupt_flag()) stop_ = true;
    const std::lock_guard lock(mutex_);
    share_[number] = (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / epochs;
    double sum = 0;
    for (const auto& [trial, share] : share_) sum += share;
    for (const auto& [trial, row] : stored_) sum += row.ended ? 1 : 0;
    progress_.update(sum / options_.budget, fmt::format("network {} of {}, epoch {}, best {:.2f}%", number,
                                                        options_.budget, now.epoch, 100 * best_));
  }

  const NasOptions& options_;
  const TrialTrainer& trainer_;
  SearchStore& store_;
  ScalarisedSearch<SharedSpace>& strategy_;
  Halving halving_;
  bool at_once_;
  Progress progress_;
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
  // By trial. The last member: whoever leaves early waits for those at work, who use the others.
  std::map<std::int64_t, std::future<std::optional<SearchTrial>>> running_;
};

// Returns the network that a search ends with, retrained for longer. None if it was interrupted.
std::optional<SearchTrial> train_longer(const NasOptions& options, const TrialTrainer& trainer,
                                        SearchStore& store, const SearchTrial& best, const fs::path& folder) {
  if (auto known = store.longer(); known && known->architecture == best.architecture &&
                                   static_cast<int>(known->epochs.size()) == options.final_epochs &&
                                   fs::exists(folder / "model.pt"))
    return known;
  SearchTrial trial{.architecture = best.architecture, .ended = true};
  std::atomic<bool> stop = false;
  Progress progress(options.quiet);
  const bool whole = trainer.train(
      trial, true, folder, stop,
      [&](const TrainingProgress& now) {
        if (interrupt_flag()) stop = true;
        progress.update(
            (now.epoch - 1 + static_cast<double>(now.step) / now.steps) / options.final_epochs,
            fmt::format("retraining network {}, epoch {} of {}", best.number, now.epoch, options.final_epochs));
      },
      {.epochs = options.final_epochs});
  progress.finish();
  if (!whole) return std::nullopt;
  if (!trial.failure.empty())
    throw InputError("--final-epochs: network {} cannot be trained for {} epochs: {}", best.number,
                     options.final_epochs, trial.failure);
  store.put_longer(trial);
  return trial;
}

}  // namespace

int run_search(const NasOptions& options, SearchOutcome* result) {
  bool exists = SearchStore::holds_search(options.out);
  // A search without any value, such as of a mistyped command, is in nobody's way.
  const bool without_values = exists && SearchStore::is_without_values(options.out);
  if (exists && !options.resume && !without_values)
    throw InputError(
        "--out: {} already holds a search; add --resume to continue it, or name another folder",
        options.out);
  if (!exists && options.resume) throw InputError("--resume: {} holds no search", options.out);
  interrupt_flag();
  const SpacePtr whole = make_space(options.space);
  std::optional<std::string> stored;
  if (exists) stored = SearchStore::open(options.out, {}, {}).get("pathless");
  const bool pathless = takes_pathless(options, stored);
  const SpacePtr space = pathless ? whole : with_paths(whole);
  std::shared_ptr<const MotifSpace> motifs;
  if (!options.motifs.empty()) motifs = motifs_from(options.motifs, options.motif_values, space);
  const auto trainer = make_trainer(options, whole);
  const DataRanker ranker(options, *trainer);
  // Asked for one by one, while others are out.
  StrategyTask task{space, options.workers, "believer", {}};
  task.motifs = motifs;
  task.ranker = &ranker;
  task.distinct = true;
  const StrategyMaker maker(options.strategies, task);

  auto facts = options.deciding;
  if (!options.motifs.empty()) facts["motifs"] = sha256_file(options.motifs);
  facts["images hash"] = trainer->train_hash();
  facts["validation hash"] = trainer->validation_hash();
  facts["version"] = BORA_VERSION;
  if (!pathless) facts["pathless"] = "out";
  const std::vector<std::string> free{"budget", "version"};
  const auto another = [&] {
    try {
      SearchStore::open(options.out, facts, free);
      return false;
    } catch (const InputError&) {
      return true;
    }
  };
  if (without_values && (!options.resume || another())) {
    RunStore::discard(fs::path(options.out) / SearchStore::kFile);
    fs::remove_all(fs::path(options.out) / "trials");
    exists = false;
    fmt::print(stderr, "bo-nas: no network of the search in {} has a value; the search starts again\n",
               options.out);
  }
  SearchStore store =
      exists ? SearchStore::open(options.out, facts, free) : SearchStore::create(options.out, facts);
  if (const auto known = std::ssize(store.trials()); options.budget < known)
    throw InputError("--budget: {} is less than the {} networks that the search in {} has asked for already",
                     options.budget, known, options.out);
  store.set("budget", fmt::to_string(options.budget));
  store.set("status", "running");
  write_whole_file(fs::path(options.out) / "config.ini", options.config);

  std::unique_ptr<Strategy> inner;
  try {
    inner = maker.make(options.seed);
  } catch (const Interrupted&) {
    store.set("status", "interrupted");
    throw;
  }
  ScalarisedSearch<SharedSpace> strategy(std::move(inner), static_cast<int>(options.aim.objectives.size()),
                                         options.seed, winsorised);
  Search search(options, *trainer, store, strategy);
  bool complete = search.run();
  SearchOutcome outcome{.trials = search.done(), .validation = trainer->validation()};
  outcome.robust_epsilon = trainer->robust_epsilon();
  if (const SearchTrial* best = outcome.best(options.aim)) {
    fs::path model = trial_folder(options.out, best->number) / "model.pt";
    if (complete && options.final_epochs > 0) {
      const fs::path folder = fs::path(options.out) / "final" / fmt::to_string(best->number);
      outcome.longer = train_longer(options, *trainer, store, *best, folder);
      complete = outcome.longer.has_value();
      if (complete) model = folder / "model.pt";
    }
    fs::copy_file(model, fs::path(options.out) / "best.pt", fs::copy_options::overwrite_existing);
    if (complete) {
      const Accuracy accuracy = trainer->test(model);
      outcome.test_correct = accuracy.correct;
      outcome.test_images = accuracy.total;
      if (accuracy.total > 0)
        export_with_accuracy(model.string(), (fs::path(options.out) / "best.pt").string(),
                             accuracy.fraction());
    }
  }
  store.set("status", complete ? "complete" : "interrupted");
  store.set("finished", timestamp());
  write_search_report(options, space, outcome);
  if (result != nullptr) *result = outcome;
  if (!options.silent) fmt::print("{}", search_text(options, outcome));
  if (!options.silent && motifs) fmt::print("motifs     {}\n", motifs_text(*motifs, *space));
  if (!complete) {
    if (!options.silent) fmt::print(stderr, "bo-nas: interrupted; the same command with --resume goes on\n");
    return kExitInterrupted;
  }
  return outcome.best(options.aim) != nullptr ? kExitOk : kExitVictimFailed;
}

}  // namespace bora
