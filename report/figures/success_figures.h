// Figures of success as a function of the number of queries.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/statistics/statistics.h"

namespace bora::report {

/// Success within a number of queries.
struct SuccessPoint {
  int queries = 0;
  int successes = 0;                    ///< number of instances that succeeded within `queries`
  std::optional<double> rate;           ///< SuccessCurve::at; none: no instance was observed so long
  std::optional<Interval> interval;     ///< SuccessCurve::interval_at, which treats inputs as independent
  std::optional<Interval> independent;  ///< interval that treats instances as independent
};

/// Number of queries within which a share `p` of the instances succeeds. In an incomplete run, a missing
/// number may still be within the budget, as instances that have not ended may succeed.
struct QueryQuantile {
  double p = 0;
  std::optional<int> queries;  ///< none: not reached, or not known
  SuccessCurve::QuantileInterval interval;
  /// True if the number is beyond the budget even if all instances that have not ended succeed.
  bool beyond = false;
  /// True if an instance was observed up to the budget, so that a missing end of the interval is beyond it.
  bool followed = false;
};

/// Returns a quantile as text: "87 [80, 95]", "412 [390, not reached]", "not reached", or "n/a" if it is not
/// known. `text` formats a number of queries.
std::string quantile_text(const QueryQuantile& quantile, const std::function<std::string(int)>& text);

/// Figures of the success of one attack.
struct SuccessFigures {
  SuccessCurve curve{{}};
  std::vector<SuccessPoint> points;
  std::vector<QueryQuantile> quantiles;  ///< quartiles: 0.25, 0.5, 0.75
  SuccessfulQueries successful;
};

/// Computes the figures. The cluster of an observation is its input. `points`: query numbers at which success
/// is reported; the last is the budget. `unseen`: number of instances without an observation.
SuccessFigures success_figures(std::vector<WatchedInstance> observations, std::span<const int> points,
                               int unseen);

}  // namespace bora::report
