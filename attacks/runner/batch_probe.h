// Whether a victim's answer to an input depends on what else is in its batch.
#pragma once

#include <string>

#include "attacks/ledger/oracle.h"

namespace bora {

struct BatchDependence {
  int inputs = 0;           ///< that were asked alone and together with others
  int scores_changed = 0;   ///< of those, how many changed their scores by more than rounding does
  int classes_changed = 0;  ///< and how many their class
  int rounded = 0;          ///< and how many changed a score at all
  double largest = 0;       ///< change of a score
  int queries = 0;          ///< forward passes on clean inputs

  bool found() const { return scores_changed > 0 || classes_changed > 0; }
  /// A sentence for who runs the attack; `noun`: "image" or "graph".
  std::string warning(const std::string& noun) const;
};

/// Asks for each of `inputs` alone, then for all at once, in the reverse order and in smaller batches. Where
/// `label_only`, the victim is asked for labels alone. Scores that differ by no more than kBatchTolerance
/// times 1 + the size of the largest one are held to be equal: other kernels for other batch sizes round
/// differently. Throws VictimError. For Pixels and Graph.
template <typename Input>
BatchDependence probe_batches(Oracle<Input>& oracle, Inputs<Input> inputs, bool label_only);

/// Of 1 + the size of the largest score: what differs by more is no matter of rounding in single precision. A
/// choice, not a measurement.
inline constexpr double kBatchTolerance = 1e-3;

}  // namespace bora
