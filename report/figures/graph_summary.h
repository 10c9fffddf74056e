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

/// Success of an attack within a number of queries relative to the size of each graph.
struct RatioPoint {
  double ratio = 0;                  ///< queries / n^2, for a graph of n nodes
  std::optional<double> rate;        ///< share of instances with success; none if it is not known
  std::optional<Interval> interval;  ///< computed by SuccessCurve::interval_at
};

/// Figures of one attack on graphs.
struct GraphAttackResult {
  std::string name;
  /// Accuracy under this attack alone: the share of inspected graphs that are classified correctly if each
  /// attacked graph is replaced by its adversarial graph. Misclassified graphs count as wrong, and graphs
  /// that cannot be edited as correct. If only some classes are targets: the share that was not moved to one
  /// of them.
  WorstCase after;
  NormalisedCurve curve;               ///< against queries / n^2
  std::vector<RatioPoint> points;      ///< at GraphSummary::points
  std::optional<double> median_edits;  ///< median number of edits of adversarial examples
  std::optional<double> median_share;  ///< median share of the allowed edits that adversarial examples use
  EditPatterns patterns;
};

/// Figures of a run on graphs.
struct GraphSummary {
  int looked_at = 0;  ///< number of graphs that were attacked, were misclassified, or cannot be edited
  int correct = 0;    ///< number of `looked_at` that are classified correctly before the attack
  std::optional<double> accuracy_before;        ///< correct / looked_at
  std::optional<Interval> before_interval;      ///< Wilson score interval of this share
  int fewest_nodes = 0, most_nodes = 0;         ///< sizes of attacked graphs
  int smallest_budget = 0, largest_budget = 0;  ///< budgets of the instances, in queries
  /// Values of queries / n^2 at which success is reported; the last is the largest budget / n^2.
  std::vector<double> points;
  std::vector<GraphAttackResult> attacks;  ///< in the order of the run
};

/// Returns the number of edits allowed in a graph of n nodes, Delta of Ru 2021: round(ratio n^2), at least 1,
/// and at most rules.most_edits if that is above 0.
int edits_allowed(const EditFacts& rules, int nodes);

/// Computes the figures of a run on graphs. Reads every adversarial graph from the run's database.
GraphSummary summarise_graphs(const RunRecord& run);

}  // namespace bora::report
