// Checks whether a victim's answer to an input depends on the rest of its batch.
#pragma once

#include <string>

#include "attacks/ledger/oracle.h"

namespace bora::attacks {

struct BatchDependence {
  int inputs = 0;           ///< inputs asked alone and together with others
  int scores_changed = 0;   ///< inputs whose scores changed by more than rounding
  int classes_changed = 0;  ///< inputs whose class changed
  int rounded = 0;          ///< inputs with any change of a score
  double largest = 0;       ///< largest change of a score
  int queries = 0;          ///< forward passes on clean inputs

  bool found() const { return scores_changed > 0 || classes_changed > 0; }
  /// Returns a sentence that warns the user; `noun`: "image" or "graph".
  std::string warning(const std::string& noun) const;
};

/// Queries each of `inputs` alone, then all at once, in the reverse order and in smaller batches; if
/// `label_only`, for labels alone. Scores count as equal if they differ by at most kBatchTolerance times 1 +
/// the size of the largest one, since kernels for other batch sizes round differently. Throws VictimError.
/// Defined for Pixels and Graph.
template <typename Input>
BatchDependence probe_batches(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only);

/// Tolerance that is multiplied by 1 + the size of the largest score. A larger difference is not explained by
/// rounding in single precision. It is a choice, not a measurement.
inline constexpr double kBatchTolerance = 1e-3;

}  // namespace bora::attacks
