#include "tools/nas/search_run.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "common/error.h"
#include "common/whole_file.h"
#include "nas/strategy/strategy.h"
#include "surrogates/search/scalarised_search.h"
#include "tools/nas/cell_trainer.h"
#include "tools/nas/data_ranker.h"
#include "tools/nas/search_report.h"
#include "tools/nas/trial_trainer.h"
#include "tools/options/progress.h"
#include "tools/options/run_tool.h"

namespace bora {
namespace {

namespace fs = std::filesystem;

// Trials run side by side, as many as there are workers, and are told in their order, so that what is asked
// for does not depend on how long each takes.
class Search {
 public:
  Search(const NasOptions& options, const TrialTrainer& trainer, SearchStore& store,
         ScalarisedSearch<SharedSpace>& strategy)
      : options_(options), trainer_(trainer), store_(store), strategy_(strategy), progress_(options.quiet) {
    for (SearchTrial& trial : store.trials()) stored_.emplace(trial.number, std::move(trial));
  }

  /// False if it was interrupted.
  bool run() {
    while (true) {
      while (asked_ < options_.budget && static_cast<int>(running_.size()) < options_.workers &&
             !interrupt_flag())
        begin();
      if (running_.empty()) break;
      end(running_.begin()->first);
    }
    progress_.finish();
    return static_cast<int>(done_.size()) == options_.budget;
  }
  ~Search() { stop_ = true; }
  const std::vector<SearchTrial>& done() const { return done_; }

 private:
  void begin() {
    const auto asked = strategy_.ask();
    SearchTrial trial;
    trial.number = ++asked_;
    trial.architecture = asked.point.text();
    if (const auto found = stored_.find(trial.number); found != stored_.end()) {
      if (found->second.architecture != trial.architecture)
        throw InputError(
            "{}: trial {} is '{}', this program asks for '{}'; the search cannot be gone on with",
            options_.out, trial.number, found->second.architecture, trial.architecture);
      // One whose network is gone from the folder is trained again, which gives the same.
      const bool kept = fs::exists(trial_folder(options_.out, trial.number) / "model.pt");
      if (found->second.ended && (kept || !found->second.failure.empty())) {
        std::promise<std::optional<SearchTrial>> known;
        known.set_value(found->second);
        running_.emplace(asked.number, known.get_future());
        return;
      }
    } else {
      store_.put(trial);
    }
    running_.emplace(
        asked.number, std::async(std::launch::async, [this, trial]() mutable -> std::optional<SearchTrial> {
          const int epochs = trainer_.epochs(trial.architecture);
          const bool whole =
              trainer_.train(trial, true, trial_folder(options_.out, trial.number), stop_,
                             [&](const TrainingProgress& now) { say(trial.number, epochs, now); });
          trial.ended = whole;
          return whole ? std::optional(std::move(trial)) : std::nullopt;
        }));
  }

  void end(std::int64_t number) {
    const auto trial = running_.at(number).get();
    running_.erase(number);
    if (!trial) {
      strategy_.abandon(number);
      return;
    }
    if (!stored_.contains(trial->number) || !stored_.at(trial->number).ended) store_.put(*trial);
    if (trial->failure.empty()) {
      strategy_.tell(number, objective_values(*trial, options_.aim, trainer_.validation()));
      const std::lock_guard lock(mutex_);
      best_ = std::max(best_, best_accuracy(*trial));
    } else {
      strategy_.fail(number);
    }
    done_.push_back(*trial);
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
  Progress progress_;
  std::mutex mutex_;
  std::map<std::int64_t, SearchTrial> stored_;
  std::map<std::int64_t, double> share_;
  std::vector<SearchTrial> done_;
  std::int64_t asked_ = 0;
  double best_ = 0;
  std::atomic<bool> stop_ = false;
  // By the strategy's number. The last member: whoever leaves early waits for those at work, who use the
  // others.
  std::map<std::int64_t, std::future<std::optional<SearchTrial>>> running_;
};

}  // namespace

int run_search(const NasOptions& options, SearchOutcome* result) {
  const bool exists = SearchStore::holds_search(options.out);
  if (exists && !options.resume)
    throw InputError(
        "--out: {} already holds a search; add --resume to go on with it, or name another folder",
        options.out);
  if (!exists && options.resume) throw InputError("--resume: {} holds no search", options.out);
  interrupt_flag();
  const SpacePtr space = make_space(options.space);
  const auto trainer = make_trainer(options, space);
  const DataRanker ranker(options, *trainer, space);
  // Asked for one by one, while others are out.
  const StrategyMaker maker(options.strategies, {space, options.workers, "believer", {}, &ranker});

  auto facts = options.deciding;
  facts["images hash"] = trainer->train_hash();
  facts["validation hash"] = trainer->validation_hash();
  facts["version"] = BORA_VERSION;
  SearchStore store = exists ? SearchStore::open(options.out, facts, {"budget", "version"})
                             : SearchStore::create(options.out, facts);
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
  const bool whole = search.run();
  store.set("status", whole ? "complete" : "interrupted");
  store.set("finished", timestamp());

  SearchOutcome outcome{.trials = search.done(), .validation = trainer->validation()};
  outcome.robust_epsilon = trainer->robust_epsilon();
  if (const SearchTrial* best = outcome.best(options.aim)) {
    const fs::path model = trial_folder(options.out, best->number) / "model.pt";
    fs::copy_file(model, fs::path(options.out) / "best.pt", fs::copy_options::overwrite_existing);
    if (whole) {
      const Accuracy accuracy = trainer->test(model);
      outcome.test_correct = accuracy.correct;
      outcome.test_images = accuracy.total;
    }
  }
  write_search_report(options, space, outcome);
  if (result != nullptr) *result = outcome;
  if (!options.silent) fmt::print("{}", search_text(options, outcome));
  if (!whole) {
    if (!options.silent) fmt::print(stderr, "bo-nas: interrupted; the same command with --resume goes on\n");
    return kExitInterrupted;
  }
  return outcome.best(options.aim) != nullptr ? kExitOk : kExitVictimFailed;
}

}  // namespace bora
