// JSON of figures, for several reports.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/layers.h"
#include "report/conditions/outcome.h"
#include "report/figures/checks.h"
#include "report/figures/comparisons/comparison.h"
#include "report/figures/success_figures.h"
#include "report/figures/verification_summary.h"

namespace bora::report {

using Json = nlohmann::ordered_json;

/// Returns the value; null if there is none.
template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}
/// Returns [low, high]; null if there is none.
Json maybe(const std::optional<Interval>& interval);

// Each returns the JSON that summary.json has of its argument (docs/schema/summary-1.schema.json).

Json verification_json(const VerificationSummary& verification);
Json success_json(const std::vector<SuccessPoint>& points);
/// Returns true if a figure is `known`, false if it is `beyond` the budget, null if it is neither.
Json reached_json(bool known, bool beyond);
Json quantiles_json(const std::vector<QueryQuantile>& quantiles);
/// Returns null without successes.
Json successful_json(const SuccessfulQueries& successful);
Json evaluation_checks_json(const std::vector<EvaluationCheck>& checks);
Json condition_json(const ConditionOutcome& outcome);
/// `queries`: query numbers of comparison.points, in their order.
Json comparison_json(const AttackComparison& comparison, const std::vector<int>& queries);

}  // namespace bora::report
