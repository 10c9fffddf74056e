// Comparison of a run with a stored one, its baseline.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/conditions/condition.h"
#include "report/conditions/measured_figure.h"

namespace bora::report {

/// Makes a figure that has no value.
MeasuredFigure not_known(const std::string& why);

/// Returns why a difference between the two runs may not be due to their models: "the threat is ..., that of
/// the baseline ..."; "" if data, goal, threat, access level and knowledge are equal. Budgets may differ.
std::string incomparable(const RunRecord& run, const RunRecord& baseline);

/// Returns the success share of `run` less that of `baseline` within the condition's queries (0: the smaller
/// budget), on the instances (input and target) that both have begun, of the attack that the condition names.
/// Without a name it is the black-box attack of both runs with the most successes in both together, a choice
/// that favours neither. The interval is that of paired_differences. If all inputs differ equally, which has
/// none, its width is that of Wilson's interval for 0 successes on as many inputs, since few equal
/// differences are no certainty.
MeasuredFigure regression(const Condition& condition, const RunRecord& run, const RunRecord& baseline);

}  // namespace bora::report
