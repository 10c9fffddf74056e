// Runner of the trials of a search, several at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "common/layers.h"
#include "common/run_observer.h"
#include "nas/run/search_config.h"
#include "nas/run/search_store.h"
#include "nas/run/training/halving.h"
#include "nas/run/training/trial_trainer.h"
#include "nas/strategy/strategy.h"
#include "runs/program_watch.h"
#include "surrogates/search/scalarised_search.h"

namespace bora::nas {

/// Runner of trials in parallel, one per worker. Results are told in the order of the trials, so that the
/// next architecture does not depend on how long trials take, or, with SearchConfig::at_once, in the order
/// in which they end. That order is stored, so that a resumed search asks for the same architectures.
class TrialSearch {
 public:
  /// Warns if files that the command of a program of the user names have changed since the search began. The
  /// arguments must outlive it.
  TrialSearch(const SearchConfig& config, const TrialTrainer& trainer, SearchStore& store,
              ScalarisedSearch<SharedSpace>& strategy, RunObserver& observer);
  ~TrialSearch() { stop_ = true; }

  /// Runs the search; returns false if it was interrupted. Throws InputError if the strategy asks for another
  /// architecture than that of a stored trial; StorageError.
  bool run();
  /// Returns the trials that have ended, by number.
  std::vector<SearchTrial> done() const;

 private:
  /// Returns whether `trial` may be asked for: a resumed search asks for a stored trial only when as many
  /// trials have ended as when it was first asked for.
  bool is_time_for(std::int64_t trial) const;
  /// Asks for a trial and starts its training, unless its result is stored.
  void begin();
  /// Trains the network of a trial; returns nullopt if it was stopped.
  std::optional<SearchTrial> train(SearchTrial trial, const TrainingPlan& plan);
  /// Notifies next_to_end() that the training of a trial has ended.
  void ready(std::int64_t trial);
  /// Returns the running trial whose result is told next; may wait for a trial to end.
  std::int64_t next_to_end();
  /// Waits for a trial, stores its result and tells the strategy.
  void end(std::int64_t number);
  /// Returns the values of the objectives that the strategy is told for a trial.
  Eigen::VectorXd told_values(const SearchTrial& trial) const;
  /// Reports progress after a step of a training, and sets stop_ if the observer stops the search.
  void say(std::int64_t number, int epochs, const TrainingProgress& now);

  const SearchConfig& config_;
  const TrialTrainer& trainer_;
  SearchStore& store_;
  ScalarisedSearch<SharedSpace>& strategy_;
  Halving halving_;
  std::optional<ProgramWatch<SearchStore>> watch_;  // watch over a program of the user; none: bora trains
  RunObserver& observer_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::int64_t> ready_;               // trials whose training has ended, in this order
  std::map<std::int64_t, SearchTrial> stored_;    // trials in the store at the start
  std::map<std::int64_t, double> share_;          // fraction of each training that is done
  std::map<std::int64_t, std::int64_t> numbers_;  // number of each trial in the strategy
  std::vector<SearchTrial> done_;                 // ended trials, in the order in which they were told
  std::int64_t asked_ = 0;                        // number of trials asked for
  double best_ = 0;                               // largest accuracy, for progress
  bool doubted_ = false;                          // whether doubt_about_inputs() was reported
  std::atomic<bool> stop_ = false;
  // Trainings by trial. The last member, so that it is destroyed first: its destructor waits for the
  // trainings, which use the other members.
  std::map<std::int64_t, std::future<std::optional<SearchTrial>>> running_;
};

/// Sets the failure of a trial that was trained but has no finite value.
void fail_without_value(SearchTrial& trial, const SearchConfig& config, const TrialTrainer& trainer);

}  // namespace bora::nas
