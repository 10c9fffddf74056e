// Success against queries, as every report gives it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct SuccessPoint {
  int queries = 0;
  int successes = 0;                    ///< instances that had succeeded by then
  std::optional<double> rate;           ///< Kaplan-Meier; none: no instance was observed so long
  std::optional<Interval> interval;     ///< see SuccessCurve::interval_at: inputs are independent
  std::optional<Interval> independent;  ///< as if instances were independent
};

/// Queries within which a share `p` of the instances succeeds. Where a run is not complete, a missing number
/// need not be beyond the budget: instances that have not ended are no failures.
struct QueryQuantile {
  double p = 0;
  std::optional<int> queries;  ///< none: not reached, or not known
  SuccessCurve::QuantileInterval interval;
  /// True: `queries`, if missing, is not reached, whatever becomes of instances that have not ended.
  bool beyond = false;
  bool followed = false;  ///< whether an instance was followed to the budget: missing ends are not reached
};

/// Returns a quantile as text: "87 [80, 95]", "412 [390, not reached]", "not reached", or "n/a" for what is
/// not known. `text`: of a number of queries.
std::string quantile_text(const QueryQuantile& quantile, const std::function<std::string(int)>& text);

struct SuccessFigures {
  SuccessCurve curve{{}};
  std::vector<SuccessPoint> points;
  std::vector<QueryQuantile> quantiles;  ///< quartiles: 0.25, 0.5, 0.75
  SuccessfulQueries successful;
};

/// Computes the figures. `points`: query numbers at which success is reported, the last the budget. A cluster
/// is an input. `unseen`: number of instances without an observation, because they have not begun.
SuccessFigures success_figures(std::vector<WatchedInstance> observations, std::span<const int> points,
                               int unseen);

}  // namespace bora::report
