// Figures that only runs on graphs have: accuracy before and after, queries by size, edits and their
// patterns.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/figures/worst_case.h"
#include "report/statistics/edit_analysis.h"
#include "report/statistics/normalised_curve.h"

namespace bora::report {

struct RatioPoint {
  double ratio = 0;  ///< queries / n^2
  std::optional<double> rate;
  std::optional<Interval> interval;  ///< computed by SuccessCurve::interval_at
};

/// Figures of one attack on graphs.
struct GraphAttackResult {
  std::string name;
  /// Accuracy after this attack alone: the share of inspected graphs that stay classified correctly if each
  /// attacked one is replaced by the attack's best. Misclassified graphs count as wrong, and graphs that
  /// cannot be edited as correct. With only some classes as targets: the share that was not changed to one of
  /// them.
  WorstCase after;
  NormalisedCurve curve;  ///< against queries / n^2
  std::vector<RatioPoint> points;
  std::optional<double> median_edits;  ///< over adversarial examples
  std::optional<double> median_share;  ///< the same as a share of the edits allowed
  EditPatterns patterns;
};

struct GraphSummary {
  int looked_at = 0;  ///< graphs that were attacked, misclassified to begin with, or cannot be edited
  int correct = 0;    ///< number of `looked_at` that are classified correctly
  std::optional<double> accuracy_before;
  std::optional<Interval> before_interval;      ///< Wilson
  int fewest_nodes = 0, most_nodes = 0;         ///< sizes of attacked graphs
  int smallest_budget = 0, largest_budget = 0;  ///< queries, of any instance
  std::vector<double> points;  ///< queries / n^2 at which success is reported; last: the largest budget's
  std::vector<GraphAttackResult> attacks;  ///< in the order of the run
};

/// Returns Delta of Ru 2021: round(ratio n^2) edits, at least 1, and at most most_edits where that is set.
int edits_allowed(const EditFacts& rules, int nodes);

/// Computes the figures of a run on graphs; it reads every adversarial graph from the run's database.
GraphSummary summarise_graphs(const RunRecord& run);

}  // namespace bora::report
