// Spearman's rank correlation.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "common/error.h"
#include "common/layers.h"
#include "common/order.h"

namespace bora::nas {

/// Returns the rank of each value, from 1; equal values get the mean of their ranks. Throws InputError for
/// NaN.
inline Eigen::VectorXd ranks(const Eigen::VectorXd& values) {
  if (values.hasNaN()) throw InputError("ranks: a value is not a number");
  const std::vector<int> order = ascending(values);
  Eigen::VectorXd out(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t j = i;
    while (j < order.size() && values[order[j]] == values[order[i]]) ++j;
    for (std::size_t k = i; k < j; ++k) out[order[k]] = 0.5 * static_cast<double>(i + j + 1);
    i = j;
  }
  return out;
}

/// Returns the correlation of the ranks of a and b, in [-1, 1]; 0 if a or b is constant. a, b: n each.
inline double spearman(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const auto centred = [](const Eigen::VectorXd& v) { return Eigen::VectorXd(v.array() - v.mean()); };
  const Eigen::VectorXd x = centred(ranks(a)), y = centred(ranks(b));
  const double norms = x.norm() * y.norm();
  return norms > 0 ? x.dot(y) / norms : 0;
}

}  // namespace bora::nas
