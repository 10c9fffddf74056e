// Measurement of the figure of a condition in a run.
#pragma once

#include <optional>
#include <string>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/conditions/condition.h"
#include "report/statistics/statistics.h"

namespace bora::report {

struct RunSummary;

/// Value of a figure, or the reason why there is none.
struct MeasuredFigure {
  /// Value of the figure, which is infinite for a median beyond the budget, and NaN for a median of which
  /// only the interval is known; none: not known.
  std::optional<double> value;
  std::optional<Interval> interval;  ///< 95% interval, ends may be infinite; none for counts, or if not known
  std::string of;                    ///< basis of the measurement: "bo (prior), 20 images"; may be ""
  std::string unknown;               ///< reason why the figure is not known
};

/// Measures the figure that `condition` names. `baseline`: run that `regression` compares with, or null. If
/// the run lacks the data, does not throw, but returns a figure whose `unknown` states the reason.
MeasuredFigure measure(const Condition& condition, const RunRecord& run, const RunSummary& summary,
                       const RunRecord* baseline);

/// Returns the reason why the run cannot have the figure even when it has ended: "the run has no attack 'bq',
/// only bo, square; did you mean bo?"; "" if it can. Reads only attacks, budget, goal, classes and instances
/// of `run`.
std::string inapplicable(const Condition& condition, const RunRecord& run);

/// Returns a figure that is not known for the reason `why`.
MeasuredFigure not_known(const std::string& why);

/// Returns the reason why a difference between the two runs may not be due to their models: "BASELINE cannot
/// be compared with this run, whose threat is ..., not ..."; "" if data, goal, threat model, access level and
/// source of the prior are equal. Budgets may differ.
std::string incomparable(const RunRecord& run, const RunRecord& baseline);

/// Returns the success share of an attack in `run` minus that in `baseline` within the condition's queries
/// (0: the smaller budget), on the instances (input and target) that both have begun. If the condition names
/// no attack, it is the black-box attack of both runs with the most successes in both together, a choice that
/// favours neither run. The interval is that of paired_differences(). It has none if all inputs have the
/// same difference, but a few equal differences are not conclusive. Then the interval is the difference plus
/// or minus the upper end of the Wilson interval of 0 successes on as many inputs.
MeasuredFigure regression(const Condition& condition, const RunRecord& run, const RunRecord& baseline);

}  // namespace bora::report
