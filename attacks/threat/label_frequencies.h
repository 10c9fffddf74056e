// Estimates from labels that an attacker asks for repeatedly, for images and graphs.
#pragma once

#include <algorithm>

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::attacks {

/// Returns the number of inputs, at least 1, that an attack can query within `budget` labels, where each
/// takes its own label and those of `repeats` copies.
inline int budget_of_driven(int budget, int repeats) {
  return std::max(1, budget / (repeats + 1));
}

/// Returns log p of the classes, from how often each was the answer: p_c = (n_c + 1/2) / (n + C/2).
inline Eigen::RowVectorXd smoothed_log_frequencies(const Eigen::RowVectorXd& counts) {
  const double total = counts.sum() + 0.5 * static_cast<double>(counts.size());
  return ((counts.array() + 0.5) / total).log();
}

}  // namespace bora::attacks
