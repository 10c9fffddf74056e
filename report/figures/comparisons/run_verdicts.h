// Verdicts on comparisons of two runs: which of the models is more robust.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/comparisons/comparison.h"

namespace bora::report {

enum class Shift {
  less,       ///< significantly less often fooled in the second run
  more,       ///< significantly more often
  not_shown,  ///< neither is shown
  not_known   ///< nothing was followed that far
};

struct RunVerdict {
  std::string about;  ///< subject that is judged: "bo", "bo against square", "robust accuracy"
  Shift shift = Shift::not_known;
  /// Share fooled in the first run minus that in the second: above 0 the second is more robust.
  PairedDifference fooled;
  std::optional<double> adjusted_p;  ///< fooled.p, adjusted
  /// Verdict in words: "better" or "worse" if the second run's model is harder or easier to fool; "less
  /// often" or "more often" where the runs are not of two models under the same attack and threat; "not
  /// shown"; "not known".
  std::string word;
};

struct RunVerdicts {
  std::vector<RunVerdict> verdicts;  ///< one for each comparison of attacks, at the last point, followed by
                                     ///< that of robust accuracy
  int tests = 0;                     ///< number of tests in all comparisons, for which p-values are adjusted
};

/// Returns verdicts for each comparison; the p-values of all comparisons are adjusted together (holm).
std::vector<RunVerdicts> judge(const std::vector<RunComparison>& comparisons);

}  // namespace bora::report
