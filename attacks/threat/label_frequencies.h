// What an attacker makes of labels that it asks for again and again, of images and of graphs.
#pragma once

#include <algorithm>

#include <Eigen/Core>

namespace bora {

/// How many inputs an attack can have answered within `budget` labels, at least 1, where each takes its own
/// and those of `repeats` copies.
inline int budget_of_driven(int budget, int repeats) {
  return std::max(1, budget / (repeats + 1));
}

/// log p of the classes, from how often each was the answer: p_c = (n_c + 1/2) / (n + C/2).
inline Eigen::RowVectorXd smoothed_log_frequencies(const Eigen::RowVectorXd& counts) {
  const double total = counts.sum() + 0.5 * static_cast<double>(counts.size());
  return ((counts.array() + 0.5) / total).log();
}

}  // namespace bora
