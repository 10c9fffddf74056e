// Functions that rank candidates, shared by the searches.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Core>

#include "common/order.h"
#include "common/random.h"

namespace bora::surrogates {

/// Returns the indices of the k largest values (of all if there are fewer), largest first, of equal ones the
/// first. NaN counts as -infinity.
template <typename Vector>
std::vector<Eigen::Index> largest(const Vector& values, Eigen::Index k) {
  std::vector<Eigen::Index> order = consecutive<Eigen::Index>(values.size());
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

/// Returns whether a point (d, in the unit cube) differs from each column of `known` (d x n) by at least 1e-7
/// in some coordinate.
template <typename Points>
bool is_new(const Eigen::VectorXd& point, const Points& known) {
  constexpr double kSamePoint = 1e-7;
  for (Eigen::Index i = 0; i < known.cols(); ++i)
    if ((known.col(i) - point).cwiseAbs().maxCoeff() < kSamePoint) return false;
  return true;
}

/// Draws the number of coordinates that a local candidate changes: log-uniform in [1, all], so that there are
/// candidates at all distances from their centre.
inline int changed_coordinates(int all, Rng& rng) {
  return std::clamp(static_cast<int>(std::pow(all, rng.uniform())), 1, all);
}

/// Moves the candidates to polish to the front of `order`, keeping their order, and returns their number, at
/// most `wanted`. order: candidates, best first. kind(i): 0 for a uniform candidate, 1 for one near an
/// observation, 2 for an observation. Each kind gets at most its share of `wanted`: a quarter, a third and
/// the rest. Without shares, a search that has converged would polish observations alone, which then have the
/// largest acquisitions but are local maxima of it that polishing cannot improve.
template <typename Kind>
Eigen::Index starts_first(std::vector<Eigen::Index>& order, Eigen::Index wanted, Kind&& kind) {
  Eigen::Index quota[3] = {wanted / 4, (wanted + 2) / 3, 0};
  quota[2] = wanted - quota[0] - quota[1];
  return std::stable_partition(order.begin(), order.end(),
                               [&](Eigen::Index i) { return quota[kind(i)]-- > 0; }) -
         order.begin();
}

/// Returns the number of random candidates of a screened search: `wanted`, or fewer (but at least 200) if
/// scoring them, at O(n d) each, would take more than a few milliseconds. In tens of dimensions and more they
/// only serve as starts for polishing, for which a few hundred suffice. observations: n >= 1; dimension: d.
Eigen::Index affordable_candidates(Eigen::Index wanted, Eigen::Index observations, Eigen::Index dimension);

/// Returns the maximum number of evaluations of the acquisition and its gradient for polishing all starts
/// together: proportional to n^-2 within [7, 30], so that the cost, O(n^2) for each evaluation, hardly
/// depends on n.
int joint_polishing_evaluations(Eigen::Index observations);

}  // namespace bora::surrogates
