// Figures of an assessment for each model separately.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/assessment/figures/assessment.h"
#include "report/figures/summary.h"

namespace bora::report {

/// First success on an input: the attack that reached the goal with the fewest queries.
struct FirstSuccess {
  int instance = -1;  ///< index into RunRecord::instances; -1: no success
  int queries = 0;
};

/// Figures that a model has at one bound.
struct BoundFigures {
  int run = 0;  ///< index into AssessedModel::runs
  RunSummary summary;
  /// Attacks left out of robust accuracy: those with access to gradients, unless all have it.
  std::set<std::string> references;
  WorstCase worst;                     ///< worst case over all other attacks
  std::vector<InputOutcome> outcomes;  ///< by place in RunRecord::inputs, under all others
  std::vector<FirstSuccess> first;     ///< by place in RunRecord::inputs
  /// Success of all attacks together: an instance counts as a success at a number of queries if any attack
  /// succeeds within it.
  SuccessFigures together;
  bool complete = false;  ///< whether every instance has ended
};

struct ModelFigures {
  std::vector<std::optional<BoundFigures>>
      bounds;  ///< by place in AssessmentSummary::bounds; none: not begun

  /// Clean accuracy on the test inputs used to measure it.
  int clean_inputs = 0, clean_correct = 0;
  std::optional<double> clean_accuracy;
  std::optional<Interval> clean_interval;
  /// Number of inputs of the assessment, which are fewer, and of those classified correctly.
  int inputs = 0, inputs_correct = 0;

  /// Worst result of the checks over all its runs: fail | warn | open | pass; "": no checks were made.
  std::string checks;
};

/// Returns for each instance that all attacks have begun when the first of them succeeds: the smallest of
/// their queries to success. If an attack was interrupted earlier than that, the instance is censored at the
/// last query of this attack. Final failures are observed to `largest_budget` (observe()).
std::vector<WatchedInstance> watch_together(const RunRecord& run, const std::set<std::string>& left_out,
                                            int largest_budget);

/// Computes the figures of a model. `bounds`: ascending. `points`: query numbers at which success is
/// reported, the last the largest budget of all runs.
ModelFigures model_figures(const AssessedModel& model, const std::vector<double>& bounds,
                           const std::vector<int>& points);

}  // namespace bora::report
