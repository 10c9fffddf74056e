// Evaluation of the conditions of --fail-if.
#pragma once

#include <string>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "report/conditions/condition.h"
#include "report/conditions/measured_figure.h"

namespace bora::report {

/// Result of a condition.
enum class Finding {
  holds,          ///< the condition is met in the whole interval
  does_not_hold,  ///< the condition is met nowhere in the interval
  not_shown,      ///< the interval contains the bound
  not_decided     ///< the figure is not known
};

/// Returns "holds", "does not hold", "not shown" or "not decided".
std::string to_string(Finding finding);

/// Condition, measured figure and result.
struct ConditionOutcome {
  Condition condition;
  Finding finding = Finding::not_decided;
  MeasuredFigure measured;

  /// Returns "asr@500 > 0.2: holds, 0.42 [0.31, 0.54] (bo, 20 images)", "...: not shown, 0.25 [0.12, 0.41]
  /// contains 0.2 (...)", "...: not decided, no attack has begun".
  std::string text() const;
  /// Returns the part of text() from "holds" on.
  std::string finding_text() const;
  /// Returns the part of text() after "holds, ".
  std::string measured_text() const;
};

/// Decides a condition by both ends of the interval, or by the value if the figure is a count.
ConditionOutcome decide(Condition condition, MeasuredFigure measured);

/// Decides the conditions of `run` (RunRecord::fail_if); RunRecord::baseline is the baseline of regressions.
/// A condition that is invalid or cannot be measured in the run is not decided; the outcome states the
/// reason.
std::vector<ConditionOutcome> decide_conditions(const RunRecord& run, const RunSummary& summary);

/// Throws InputError that names --fail-if or --baseline if one of run.fail_if is invalid, cannot be measured
/// in this run, or needs a baseline and none is given, or the baseline cannot be read or compared. Reads only
/// those parts of `run` that inapplicable() and incomparable() read, so that it can be called before a run
/// begins.
void check_conditions(const RunRecord& run);

/// Result of all conditions, which decides a command's exit code (tools/options/condition_exit.h).
struct ConditionVerdict {
  bool any_holds = false;
  bool any_undecided = false;
  std::vector<std::string> lines;  ///< for standard error: conditions that hold or are not decided
};
ConditionVerdict verdict_of(const std::vector<ConditionOutcome>& outcomes);

}  // namespace bora::report
