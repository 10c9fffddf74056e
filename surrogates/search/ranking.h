// What the searches of BoxOptimiser's models share.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <Eigen/Core>

namespace bora {

/// Indices of the k largest values, largest first; ties by index, NaN last.
template <typename Vector>
std::vector<Eigen::Index> largest(const Vector& values, Eigen::Index k) {
  std::vector<Eigen::Index> order(values.size());
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  k = std::min<Eigen::Index>(k, values.size());
  const auto key = [&](Eigen::Index i) {
    const auto value = static_cast<double>(values[i]);
    return std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
  };
  std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](Eigen::Index a, Eigen::Index b) {
    const double value_a = key(a);
    const double value_b = key(b);
    return value_a != value_b ? value_a > value_b : a < b;
  });
  order.resize(k);
  return order;
}

/// Whether a point of the unit cube differs from all of `known` (columns) in some coordinate.
template <typename Points>
bool is_new(const Eigen::VectorXd& point, const Points& known) {
  /// Two points of the unit cube closer than this in every coordinate are the same.
  constexpr double kSamePoint = 1e-7;
  for (Eigen::Index i = 0; i < known.cols(); ++i)
    if ((known.col(i) - point).cwiseAbs().maxCoeff() < kSamePoint) return false;
  return true;
}

/// Random candidates drawn for a screened ask: `wanted`, or as many as O(n d) each allows within a few
/// milliseconds. In tens of dimensions and more they only provide starts for the polishing, which a few
/// hundred do as well as thousands.
Eigen::Index affordable_candidates(Eigen::Index wanted, Eigen::Index observations, Eigen::Index dimension);

/// Evaluations of the acquisition and its gradient when all starts are polished together: they fall as n^-2
/// from the most to the fewest so that polishing costs about the same at any n.
int joint_polishing_evaluations(Eigen::Index observations);

}  // namespace bora
