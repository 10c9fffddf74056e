// Value in a run of the figure that a condition is about.
#pragma once

#include <optional>
#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/conditions/condition.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct RunSummary;

struct MeasuredFigure {
  std::optional<double> value;       ///< infinite: a median not reached, NaN: one not known; none: not known
  std::optional<Interval> interval;  ///< 95%, ends may be infinite; none: a count, or not known
  std::string of;                    ///< basis of the measurement: "bo (prior), 20 images"; may be ""
  std::string unknown;               ///< reason why the value is not known
};

/// Measures the figure that `condition` names. `baseline`: run that regression is measured against; null:
/// none could be read. Does not throw where a run lacks data: then the figure is unknown, and says why.
MeasuredFigure measure(const Condition& condition, const RunRecord& run, const RunSummary& summary,
                       const RunRecord* baseline);

/// Returns the reason why the run cannot have the figure, whatever it finds: "the run has no attack 'bq',
/// only bo, square; did you mean bo?"; "" if it can. Reads only attacks, budget, goal, classes and instances
/// of `run`.
std::string inapplicable(const Condition& condition, const RunRecord& run);

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
