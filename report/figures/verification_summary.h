// Counts of the results of the verifier.
#pragma once

#include <algorithm>

#include "attacks/record/run_reader.h"
#include "common/layers.h"

namespace bora::report {

/// Number of adversarial examples by result of the verifier.
struct VerificationSummary {
  int examples = 0;             ///< adversarial examples found
  int checked = 0;              ///< number read back from their files and queried again
  int within = 0;               ///< number of checked ones that are within the threat model
  int confirmed = 0;            ///< number of checked ones that reached the goal again
  int passed = 0;               ///< number of checked ones that are within and confirmed
  double largest_distance = 0;  ///< as the threat model measures it

  /// Returns the number of examples checked and not passed; they count as failures in every figure.
  int contradicted() const { return checked - passed; }
  /// Returns whether contradicted examples mean a fault of the run. If the model is randomised (`repeats` >
  /// 1, see RunRecord::repeats), examples within the threat model may fail by chance.
  bool at_fault(int repeats) const { return contradicted() > 0 && (repeats == 1 || within < checked); }
  /// Returns the number of examples not checked yet; until then they count as successes.
  int open() const { return examples - checked; }

  /// Counts the example of an instance, if it has one.
  void add(const InstanceRecord& instance) {
    if (!instance.adversarial) return;
    ++examples;
    largest_distance = std::max(largest_distance, instance.adversarial->distance);
    if (!instance.verification) return;
    const VerificationRow& seen = *instance.verification;
    ++checked;
    within += seen.within ? 1 : 0;
    confirmed += seen.confirmed ? 1 : 0;
    passed += seen.within && seen.confirmed ? 1 : 0;
    largest_distance = std::max(largest_distance, seen.distance);
  }
};

}  // namespace bora::report
