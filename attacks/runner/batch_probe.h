// Checks whether a victim's answer to an input depends on the rest of its batch.
#pragma once

#include <string>

#include "attacks/ledger/oracle.h"

namespace bora::attacks {

/// Result that probe_batches() returns.
struct BatchDependence {
  int inputs = 0;           ///< number of inputs queried alone and together with others
  int scores_changed = 0;   ///< number of inputs whose scores changed by more than kBatchTolerance
  int classes_changed = 0;  ///< number of inputs whose class changed; with scores, only of scores_changed
  int rounded = 0;          ///< number of inputs with any change of a score
  int exchanged = 0;   ///< number of inputs of scores_changed in a batch whose answers were only reordered
  double largest = 0;  ///< largest change of a score that exceeds kBatchTolerance; else 0
  int queries = 0;     ///< number of forward passes on clean inputs

  bool found() const { return scores_changed > 0 || classes_changed > 0; }
  /// Returns a warning for the user. `noun`: "image" or "graph". `remote`: whether the victim is a program or
  /// a server.
  std::string warning(const std::string& noun, bool remote = false) const;
};

/// Queries each of `inputs` alone, then all in one batch, in one batch in reverse order, and in smaller
/// batches. `label_only`: queries labels, not scores. Scores count as equal if they differ by at most
/// kBatchTolerance * (1 + largest absolute score), because kernels for other batch sizes round differently.
/// Throws VictimError. Instantiated for Pixels, Transformed and Graph.
template <typename Input>
BatchDependence probe_batches(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only);

/// Relative tolerance of probe_batches(): larger differences are not due to rounding in single precision.
/// Chosen, not measured.
inline constexpr double kBatchTolerance = 1e-3;

}  // namespace bora::attacks
