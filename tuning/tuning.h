// Optimiser whose asks and tells are all stored, so that its state can be restored.
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

/// Returns values known before (TrialRow::values) as rows of a new run: numbers 0, -1, ..., told in this
/// order.
std::vector<TrialRow> warm_start_rows(const std::vector<std::pair<Assignment, std::vector<double>>>& known,
                                      const ParameterSpace& space);

/// Objective, named after a column or a field that the program prints.
struct Objective {
  std::string name;
  bool maximise = false;
};

/// Trials of a store and the optimiser that asks for them. The order of asks and tells is its whole state:
/// replaying it gives the same optimiser, bit for bit.
class Tuning {
 public:
  /// Replays the rows of a run. store: where new events are stored; null: there can be none. searcher: null
  /// leaves the search out, for reading the trials alone. objectives: at least one; bounds: on further
  /// reported values. Throws InputError if the searcher asks for other points than before (another version,
  /// or another machine's arithmetic).
  Tuning(std::vector<TrialRow> rows, TrialStore* store, const ParameterSpace& space,
         std::unique_ptr<Searcher> searcher, std::vector<Objective> objectives,
         std::vector<OutcomeBound> bounds = {});

  /// Stores and returns the next trial; none if every point that the optimiser finds was tried already.
  std::optional<TrialRow> ask();
  /// Stores the end of a trial: with a value of each objective and bound, or none, a status and a reason. The
  /// optimiser is not told yet.
  void end(std::int64_t trial, const std::vector<double>& values, const std::string& status,
           const std::string& reason, double seconds, int attempts);
  /// Stores one of several runs of the program for a trial that has not ended.
  void add_repeat(std::int64_t trial, const RepeatRow& repeat);
  /// Tells the optimiser the result of a trial that ended.
  void tell(std::int64_t trial);

  const std::map<std::int64_t, TrialRow>& trials() const { return trials_; }
  Assignment assignment(std::int64_t trial) const;
  const Eigen::VectorXd& point(std::int64_t trial) const { return points_.at(trial); }
  int asked() const { return asked_; }  ///< number of trials, without those of a warm start
  int told() const { return told_; }
  /// Returns whether all values of a trial are within their bounds; false without values.
  bool feasible(const TrialRow& row) const;
  /// Returns the feasible trials told that no other dominates, by number; for one objective the first trial
  /// with the best value.
  const std::vector<std::int64_t>& front() const { return front_; }
  /// Returns the first trial of the front; nullopt before the first feasible value.
  std::optional<std::int64_t> best() const {
    return front_.empty() ? std::nullopt : std::optional(front_.front());
  }
  /// Returns the number of trials told since the last that joined the front.
  int since_best() const { return since_best_; }
  /// Returns the largest value that since_best() has had.
  int longest_without_better() const { return longest_; }
  /// Returns the searcher; null if it was left out.
  const Searcher* searcher() const { return searcher_.get(); }
  const ParameterSpace& space() const { return space_; }
  const std::vector<Objective>& objectives() const { return objectives_; }
  const std::vector<OutcomeBound>& bounds() const { return bounds_; }
  /// Returns whether the first objective is maximised.
  bool maximise() const { return objectives_.front().maximise; }

 private:
  TrialRow& row(std::int64_t trial);
  void apply(const TrialRow& row);
  std::vector<double> signed_values(const TrialRow& row) const;  // larger is better; then slacks

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
