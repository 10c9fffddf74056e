// Optimiser whose asks and tells are stored, so that its state can be restored by replaying them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "surrogates/space/parameter_space.h"
#include "tuning/outcome_bound.h"
#include "tuning/searcher.h"
#include "tuning/trials/trial_store.h"

namespace bora::tuning {

/// Points with known values, one value for each objective and constraint (TrialRow::values).
using Known = std::vector<std::pair<Assignment, std::vector<double>>>;
/// Returns rows of a new run for points with known values (TrialRow::values). They have the numbers 0, -1,
/// ... and are told first, in the given order.
std::vector<TrialRow> warm_start_rows(const Known& known, const ParameterSpace& space);

/// Objective of a tuning run.
struct Objective {
  std::string name;  ///< column of results.csv; of several objectives, also the field of the JSON output
  bool maximise = false;
};

/// Trials of a run and the optimiser that asks for them. The order of asks and tells determines the state:
/// replaying them gives the same optimiser, bit for bit.
class Tuning {
 public:
  /// Replays the rows of a run. store: database of the run, to which new events are written; may be null if
  /// the run is only read. searcher: null if the run is only read. objectives: at least one. bounds:
  /// constraints on other reported values. space and store must outlive this. Throws InputError for invalid
  /// rows, or if the searcher asks for other points than the stored ones (another version of the program, or
  /// other floating-point results on another machine).
  Tuning(std::vector<TrialRow> rows, TrialStore* store, const ParameterSpace& space,
         std::unique_ptr<Searcher> searcher, std::vector<Objective> objectives,
         std::vector<OutcomeBound> bounds = {});

  /// Stores and returns the next trial; nullopt if the optimiser finds no point that was not tried yet.
  std::optional<TrialRow> ask();
  /// Stores the end of a trial, without telling the optimiser. values: one for each objective, then for each
  /// bound; empty if it failed. status: done, failed or timed out. reason: why it has no values, else "".
  /// Throws InputError for an unknown trial, or one that has ended.
  void end(std::int64_t trial, const std::vector<double>& values, const std::string& status,
           const std::string& reason, double seconds, int attempts);
  /// Stores one of several runs of the program for a trial that has not ended.
  void add_repeat(std::int64_t trial, const RepeatRow& repeat);
  /// Tells the optimiser the result of a trial that ended, and stores the event.
  void tell(std::int64_t trial);

  const std::map<std::int64_t, TrialRow>& trials() const { return trials_; }  ///< rows by number
  Assignment assignment(std::int64_t trial) const;
  const Eigen::VectorXd& point(std::int64_t trial) const { return points_.at(trial); }
  int asked() const { return asked_; }  ///< number of trials, without those of a warm start
  int told() const { return told_; }    ///< number of these that were told
  /// Returns whether the values of a trial keep all bounds; false if it has no values.
  bool feasible(const TrialRow& row) const;
  /// Returns the numbers, in increasing order, of the told feasible trials that no other one dominates. For
  /// one objective this is the first trial with the best value.
  const std::vector<std::int64_t>& front() const { return front_; }
  /// Returns the first trial of the front; nullopt if no value is feasible.
  std::optional<std::int64_t> best() const {
    return front_.empty() ? std::nullopt : std::optional(front_.front());
  }
  /// Returns the number of trials told since a trial last joined the front.
  int since_best() const { return since_best_; }
  /// Returns the largest value that since_best() has reached.
  int longest_without_better() const { return longest_; }
  /// Returns the searcher; null if the run is only read.
  const Searcher* searcher() const { return searcher_.get(); }
  const ParameterSpace& space() const { return space_; }
  const std::vector<Objective>& objectives() const { return objectives_; }
  const std::vector<OutcomeBound>& bounds() const { return bounds_; }
  /// Returns whether the first objective is maximised.
  bool maximise() const { return objectives_.front().maximise; }

 private:
  TrialRow& row(std::int64_t trial);
  void apply(const TrialRow& row);
  std::vector<double> signed_values(const TrialRow& row) const;  // in the form that Searcher expects

  TrialStore* store_;
  const ParameterSpace& space_;
  std::unique_ptr<Searcher> searcher_;
  std::vector<Objective> objectives_;
  std::vector<OutcomeBound> bounds_;
  std::map<std::int64_t, TrialRow> trials_;
  std::map<std::int64_t, Eigen::VectorXd> points_;
  std::int64_t events_ = 0;
  int asked_ = 0, told_ = 0, since_best_ = 0, longest_ = 0;
  std::vector<std::int64_t> front_;
};

}  // namespace bora::tuning
