// Success against queries, as every report gives it.
#pragma once

#include <optional>
#include <span>
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

struct QueryQuantile {
  double p = 0;
  std::optional<int> queries;  ///< none: not reached
  SuccessCurve::QuantileInterval interval;
};

struct SuccessFigures {
  SuccessCurve curve{{}};
  std::vector<SuccessPoint> points;
  std::vector<QueryQuantile> quantiles;  ///< quartiles: 0.25, 0.5, 0.75
  SuccessfulQueries successful;
};

/// Computes the figures. `points`: query numbers at which success is reported. A cluster is an input.
SuccessFigures success_figures(std::vector<WatchedInstance> observations, std::span<const int> points);

}  // namespace bora::report
