// A run held against a stored one, its baseline.
#pragma once

#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/conditions/condition.h"
#include "report/conditions/measured_figure.h"

namespace bora::report {

/// Makes a figure that has no value.
MeasuredFigure not_known(const std::string& why);

/// In what the two must be equal for their difference to be the model's, and are not: "the threat is ...,
/// that of the baseline ...". "" if they may be compared: data, goal, threat, what the attacker sees and
/// knows. Budgets may differ.
std::string incomparable(const RunRecord& run, const RunRecord& baseline);

/// Success share of `run` less that of `baseline` within the condition's queries (0: the smaller budget), on
/// the instances (input and target) that both have begun, of the attack that the condition names. Without a
/// name it is the black-box attack in both runs that does best in both together, a choice that favours
/// neither. The interval is that of paired_differences; where all inputs differ alike and it has none, it
/// reaches as far from the difference as the share of none of so many inputs reaches from 0 (Wilson): a
/// difference that is seen on few inputs alone is not certain for being the same on each.
MeasuredFigure regression(const Condition& condition, const RunRecord& run, const RunRecord& baseline);

}  // namespace bora::report
