// What is left of a model's accuracy under several attacks together.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "attacks/ledger/run_reader.h"
#include "tools/report/statistics.h"

namespace bora {

/// The worst case over several attacks (and all targets): an image resists only if every instance on it
/// failed.
struct WorstCase {
  int instances = 0;         ///< distinct (image, target) every attack has ended on or any succeeded on
  int instances_fooled = 0;  ///< by any attack
  std::optional<Interval> instances_interval;

  int images = 0;         ///< attacked images and those misclassified to begin with
  int misclassified = 0;  ///< count as errors: the attacker need do nothing
  int fooled = 0;         ///< by any attack, towards any target
  int undecided = 0;      ///< neither fooled nor tried to the end
  int resisted() const { return images - misclassified - fooled - undecided; }
  /// Share of images still classified correctly; where images are undecided, with these counted as fooled
  /// (low) or as resisting (high).
  std::optional<double> accuracy_low, accuracy_high;
  std::optional<Interval>
      interval;  ///< Wilson; from the low end of accuracy_low to the high end of the other
};

/// Over all attacks of the run but `left_out`.
WorstCase worst_case(const RunRecord& run, const std::set<std::string>& left_out);

}  // namespace bora
