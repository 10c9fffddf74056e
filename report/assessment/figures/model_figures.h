// Figures of each model of an assessment.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/figures/summary.h"

namespace bora::report {

/// Success on an input with the fewest queries.
struct FirstSuccess {
  int instance = -1;  ///< index into RunRecord::instances; -1: no success
  int queries = 0;
};

struct BoundFigures {
  int run = 0;  ///< index into AssessedModel::runs
  RunSummary summary;
  /// Attacks left out of robust accuracy: white-box attacks; none if all attacks are, or with a preset.
  std::set<std::string> references;
  WorstCase worst;                     ///< worst case over all attacks but `references`
  std::vector<InputOutcome> outcomes;  ///< by index in RunRecord::inputs, under all attacks but `references`
  std::vector<FirstSuccess> first;     ///< by index in RunRecord::inputs, of all attacks but `references`
  /// Success of all attacks but `references` together: an (input, target) pair is a success within a number
  /// of queries if any of them succeeds within it.
  SuccessFigures together;
  bool complete = false;  ///< whether the run is complete and every instance has ended
};

struct ModelFigures {
  /// By index in AssessmentSummary::bounds; none if the run has not begun.
  std::vector<std::optional<BoundFigures>> bounds;

  /// Number of test inputs for clean accuracy, and of those classified correctly.
  int clean_inputs = 0, clean_correct = 0;
  std::optional<double> clean_accuracy;
  std::optional<Interval> clean_interval;
  /// Number of inputs that were inspected for attacks, and of those classified correctly.
  int inputs = 0, inputs_correct = 0;

  /// Worst status of the checks over all runs, from "fail" over "warn" and "open" to "pass"; "": no checks.
  std::string checks;
};

/// Returns the first success of all attacks but `left_out` together, for each (input, target) pair that all
/// of them have begun: the smallest of their queries to success. If an attack was interrupted earlier than
/// that, the pair is censored at the last query of this attack. Final failures count as observed up to
/// `largest_budget` (observe()).
std::vector<WatchedInstance> watch_together(const RunRecord& run, const std::set<std::string>& left_out,
                                            int largest_budget);

/// Computes the figures of a model. `bounds`: bounds of all models' runs. `points`: query numbers at which
/// success is reported; the last is the largest budget of all runs.
ModelFigures model_figures(const AssessedModel& model, const std::vector<double>& bounds,
                           const std::vector<int>& points);

}  // namespace bora::report
