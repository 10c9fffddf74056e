// What follows from comparing two runs: which of them withstands more.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/report/figures/comparison.h"

namespace bora {

enum class Shift {
  less,       ///< significantly less often fooled in the second run
  more,       ///< significantly more often
  not_shown,  ///< neither is shown
  not_known   ///< nothing was followed that far
};

struct RunVerdict {
  std::string about;  ///< "bo", "bo against square", "robust accuracy"
  Shift shift = Shift::not_known;
  /// Of the shares fooled, the first run's minus the second's: above 0 the second withstands more.
  PairedDifference fooled;
  std::optional<double> p;  ///< fooled.p
  std::optional<double> adjusted_p;
  /// "better", "worse": the second run's model is harder or easier to fool; "less often", "more often" where
  /// the runs are not of two models under the same attack and threat; "not shown", "not known".
  std::string word;
};

struct RunVerdicts {
  std::vector<RunVerdict> verdicts;  ///< one an attack comparison, at the last point; then robust accuracy
  int tests = 0;                     ///< made in all comparisons together, which p-values are adjusted for
};

/// One a comparison. Every p-value of all of them is adjusted together (holm).
std::vector<RunVerdicts> judge(const std::vector<RunComparison>& comparisons);

}  // namespace bora
