// Figures of an assessment for each model separately.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/assess/report/assessment.h"
#include "tools/report/figures/summary.h"

namespace bora {

/// An attack that got an input to the goal, with the fewest queries of all that did.
struct FirstToFool {
  int instance = -1;  ///< index into RunRecord::instances; -1: none did
  int queries = 0;
};

/// A model at a bound.
struct BoundFigures {
  int run = 0;  ///< index into AssessedModel::runs
  RunSummary summary;
  /// Attacks that robust accuracy is not over: those that see gradients, unless all do.
  std::set<std::string> yardsticks;
  WorstCase worst;                 ///< over all others
  std::vector<Fate> fates;         ///< by place in RunRecord::inputs, under all others
  std::vector<FirstToFool> first;  ///< by place in RunRecord::inputs
  /// All of them together: an instance counts as a success once any attack, given as many queries, has
  /// succeeded.
  SuccessFigures together;
  bool complete = false;  ///< every instance has ended
};

struct ModelFigures {
  std::vector<std::optional<BoundFigures>>
      bounds;  ///< by place in AssessmentSummary::bounds; none: not begun

  /// On the test inputs that clean accuracy is measured on.
  int clean_inputs = 0, clean_correct = 0;
  std::optional<double> clean_accuracy;
  std::optional<Interval> clean_interval;
  /// On the inputs of the assessment, which are fewer.
  int inputs = 0, inputs_correct = 0;

  /// Worst result of the checks over all its runs: fail | warn | open | pass; "": no checks were made.
  std::string checks;
};

/// When the first of several attacks succeeds on each instance that all have begun: the smallest of their
/// queries to success. An attack that was cut leaves open what it would have done, so the instance is
/// followed no further than to there.
std::vector<WatchedInstance> watch_together(const RunRecord& run, const std::set<std::string>& left_out);

/// `points`: query numbers at which success is wanted.
BoundFigures bound_figures(const RunRecord& run, int place, const std::vector<int>& points);

/// `bounds`: ascending.
ModelFigures model_figures(const AssessedModel& model, const std::vector<double>& bounds,
                           const std::vector<int>& points);

}  // namespace bora
