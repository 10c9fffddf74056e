// What the verifier found, counted.
#pragma once

#include "attacks/ledger/run_reader.h"

namespace bora {

/// Adversarial examples as the verifier found them.
struct VerificationSummary {
  int examples = 0;   ///< adversarial examples found
  int checked = 0;    ///< read back from their files and shown to the victim again
  int within = 0;     ///< of those checked: inside the ball and the image box
  int confirmed = 0;  ///< of those checked: reach the goal again
  int passed = 0;     ///< of those checked: both
  double largest_linf = 0;

  /// Looked at and not confirmed: these are no successes in any figure.
  int contradicted() const { return checked - passed; }
  /// Whether they stand for a fault of the run. Of a model that answers at random (`repeats`: answers behind
  /// a success, RunRecord::repeats) chance alone lets some fall that are inside the threat model.
  bool at_fault(int repeats) const { return contradicted() > 0 && (repeats == 1 || within < checked); }
  /// Not looked at yet: these are counted as successes until they are.
  int open() const { return examples - checked; }

  void add(const InstanceRecord& instance);
};

}  // namespace bora
