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

/// Returns whether a point of the unit cube differs from all of `known` (columns) in some coordinate.
template <typename Points>
bool is_new(const Eigen::VectorXd& point, const Points& known) {
  /// Two points of the unit cube closer than this in every coordinate are the same.
  constexpr double kSamePoint = 1e-7;
  for (Eigen::Index i = 0; i < known.cols(); ++i)
    if ((known.col(i) - point).cwiseAbs().maxCoeff() < kSamePoint) return false;
  return true;
}

/// Returns the number of coordinates, of `all`, that a local candidate redraws: log-uniform between one and
/// all, so that candidates have all distances from their centre.
inline int changed_coordinates(int all, Rng& rng) {
  return std::clamp(static_cast<int>(std::pow(all, rng.uniform())), 1, all);
}

/// Puts the candidates to be polished first, in their order, and returns how many there are. order:
/// candidates, best first; kind(i): 0 far from what was observed, 1 near, 2 observed. Once a search has
/// settled somewhere, the best observations hold the highest acquisitions and polishing gets nowhere from any
/// of them, each being a local maximum: so each kind has its share of the `wanted` starts, a quarter, a third
/// and the rest.
template <typename Kind>
Eigen::Index starts_first(std::vector<Eigen::Index>& order, Eigen::Index wanted, Kind&& kind) {
  Eigen::Index quota[3] = {wanted / 4, (wanted + 2) / 3, 0};
  quota[2] = wanted - quota[0] - quota[1];
  return std::stable_partition(order.begin(), order.end(),
                               [&](Eigen::Index i) { return quota[kind(i)]-- > 0; }) -
         order.begin();
}

/// Returns the number of random candidates drawn for a screened ask: `wanted`, or as many as O(n d) each
/// allows within a few milliseconds. In tens of dimensions and more they only provide starts for the
/// polishing, which a few hundred do as well as thousands.
Eigen::Index affordable_candidates(Eigen::Index wanted, Eigen::Index observations, Eigen::Index dimension);

/// Returns the number of evaluations of the acquisition and its gradient when all starts are polished
/// together: it falls as n^-2 from a largest to a smallest number, so that polishing costs about the same at
/// any n.
int joint_polishing_evaluations(Eigen::Index observations);

}  // namespace bora::surrogates
