// Whether a condition holds.
#pragma once

#include <string>
#include <vector>

#include "attacks/ledger/run_reader.h"
#include "tools/report/conditions/condition.h"
#include "tools/report/conditions/measured_figure.h"

namespace bora {

enum class Finding {
  holds,          ///< shown: the interval lies on that side of the bound
  does_not_hold,  ///< shown, too: it lies on the other side
  not_shown,      ///< the interval contains the bound
  not_decided     ///< the figure is not known
};

/// "holds", "does not hold", "not shown", "not decided"
std::string to_string(Finding finding);

struct ConditionOutcome {
  Condition condition;
  Finding finding = Finding::not_decided;
  MeasuredFigure measured;

  /// "asr@500 > 0.2: holds, 0.42 [0.31, 0.54] (bo, 20 images)", "...: not shown, 0.25 [0.12, 0.41] contains
  /// 0.2 (...)", "...: not decided, no attack has begun".
  std::string text() const;
  /// The same from "holds" on.
  std::string finding_text() const;
  /// And from the figures on.
  std::string measured_text() const;
};

/// By the end of the interval that is nearer to not holding, and by the value itself where it is a count.
ConditionOutcome decide(Condition condition, MeasuredFigure measured);

/// Conditions of `run` (RunRecord::fail_if), against RunRecord::baseline. What cannot be read or does not
/// suit the run is not decided, and says why.
std::vector<ConditionOutcome> decide_conditions(const RunRecord& run, const RunSummary& summary);

/// Throws InputError that names --fail-if or --baseline if one of run.fail_if is no condition, is none for
/// this run, or wants a baseline and none is named, that can be read and compared. `run` need hold no more
/// than inapplicable() and incomparable() look at, so that this can be asked before a run begins.
void check_conditions(const RunRecord& run);

/// What a command's exit code is made of: kExitConditionMet where a condition holds, kExitUnexpected where
/// none does but one is not decided (a gate that could not look has not let anything pass).
struct ConditionVerdict {
  bool any_holds = false;
  bool any_undecided = false;
  std::vector<std::string> lines;  ///< of those that hold or are not decided, for standard error
};
ConditionVerdict verdict_of(const std::vector<ConditionOutcome>& outcomes);

}  // namespace bora
