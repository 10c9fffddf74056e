// Verdicts on comparisons of two runs: which of the models is more robust.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/layers.h"
#include "report/figures/comparisons/comparison.h"

namespace bora::report {

/// Change from the first run to the second in the share of instances or inputs fooled.
enum class Shift {
  less,       ///< fooled significantly less often in the second run
  more,       ///< fooled significantly more often in the second run
  not_shown,  ///< no significant difference
  not_known   ///< no difference could be estimated, or outcomes that are not known could make it significant
};

/// Verdict on one figure of two runs.
struct RunVerdict {
  std::string about;  ///< figure that is compared: "bo", "bo against square", "robust accuracy"
  Shift shift = Shift::not_known;
  /// Share fooled in the first run minus that in the second; above 0, the second is more robust.
  PairedDifference fooled;
  std::optional<double> adjusted_p;  ///< fooled.p, adjusted for the number of tests
  /// Verdict in words. If the runs compare two models under the same attack and threat model: "better" or
  /// "worse", if the model of the second run is harder or easier to fool. Otherwise: "less often" or "more
  /// often" (fooled in the second run). In both cases "not shown" or "not known" without a clear difference.
  std::string word;
};

/// Verdicts on the comparison of two runs.
struct RunVerdicts {
  /// One for each comparison of attacks, at the last point, then that on robust accuracy if it is compared.
  std::vector<RunVerdict> verdicts;
  int tests = 0;  ///< number of tests in all comparisons that are judged together
};

/// Returns the verdicts on each comparison. The p-values of all comparisons are adjusted together by holm().
std::vector<RunVerdicts> judge(const std::vector<RunComparison>& comparisons);

}  // namespace bora::report
