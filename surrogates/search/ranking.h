// Functions shared by the searches of BoxOptimiser's models.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Returns the indices of the k largest values, largest first; ties by index, NaN last.
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

/// Returns whether a point of the unit cube differs in some coordinate from each column of `known`.
template <typename Points>
bool is_new(const Eigen::VectorXd& point, const Points& known) {
  /// Largest difference, in every coordinate, of two points that count as the same.
  constexpr double kSamePoint = 1e-7;
  for (Eigen::Index i = 0; i < known.cols(); ++i)
    if ((known.col(i) - point).cwiseAbs().maxCoeff() < kSamePoint) return false;
  return true;
}

/// Returns the number of coordinates that a local candidate redraws: log-uniform in [1, all], so that
/// candidates have all distances from their centre.
inline int changed_coordinates(int all, Rng& rng) {
  return std::clamp(static_cast<int>(std::pow(all, rng.uniform())), 1, all);
}

/// Moves the candidates to be polished to the front of `order`, keeping their order, and returns their
/// number. order: candidates, best first. kind(i): 0 far from all observations, 1 near one, 2 observed. Each
/// kind gets a share of the `wanted` starts: a quarter, a third and the rest. Without shares, once a search
/// has settled, all starts would be observations, which have the highest acquisitions but are local maxima
/// that polishing cannot improve.
template <typename Kind>
Eigen::Index starts_first(std::vector<Eigen::Index>& order, Eigen::Index wanted, Kind&& kind) {
  Eigen::Index quota[3] = {wanted / 4, (wanted + 2) / 3, 0};
  quota[2] = wanted - quota[0] - quota[1];
  return std::stable_partition(order.begin(), order.end(),
                               [&](Eigen::Index i) { return quota[kind(i)]-- > 0; }) -
         order.begin();
}

/// Returns the number of random candidates for a screened ask: `wanted`, or fewer if scoring them at O(n d)
/// each would take more than a few milliseconds. In tens of dimensions and more they are only starts for
/// polishing, for which a few hundred suffice.
Eigen::Index affordable_candidates(Eigen::Index wanted, Eigen::Index observations, Eigen::Index dimension);

/// Returns the maximum number of evaluations of the acquisition and its gradient for polishing all starts
/// together. It decreases as n^-2 between two limits, so that polishing costs about the same at any n.
int joint_polishing_evaluations(Eigen::Index observations);

}  // namespace bora::surrogates
