// The allowed points of a mixed space where draws from its box rarely hit one: chains such as
// x0 <= x1 <= ... <= x7, weights that sum to at most 1, narrow bands.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

class MixedSpace;

/// Pool of allowed points: first points are led into the set by projections on what they violate (Motzkin and
/// Schoenberg 1954 for linear inequalities; Polyak's step along the slope of the violation for others), and
/// then spread by hit-and-run (Smith 1984): a uniform point of the chord along a random direction, shrunk
/// towards where the chain is as often as it is not allowed (Neal 2003, section 4). What is drawn is a point
/// of the pool after some more of those steps.
class FeasibleSet {
 public:
  /// The pool depends on `space` and `rng` alone. It is empty if no allowed point was found within 100,000
  /// evaluations of the rules.
  FeasibleSet(const MixedSpace& space, Rng& rng);

  /// Returns the point of least violation that the search found; none if the pool has allowed points.
  const std::optional<Eigen::VectorXd>& closest() const { return closest_; }

  /// Draws an allowed point, nearly uniformly; none if the pool is empty.
  std::optional<Eigen::VectorXd> sample(const MixedSpace& space, Rng& rng) const;
  /// Returns up to `count` allowed points within a third of the box from `point`, many of them much closer.
  std::vector<Eigen::VectorXd> neighbours(const MixedSpace& space, const Eigen::VectorXd& point, int count,
                                          Rng& rng) const;
  /// Returns an allowed point that projections lead to from `point`, else the last allowed one on the way
  /// from a point of the pool to it; `point` if the pool is empty.
  Eigen::VectorXd nearest(const MixedSpace& space, const Eigen::VectorXd& point, Rng& rng) const;

 private:
  using Direction = Eigen::VectorXd;  // d_x, in units
  /// Returns the largest violation of the linear inequalities, in units, and its row; below 0 if all are met.
  std::pair<double, Eigen::Index> worst_row(const Eigen::VectorXd& units) const;
  /// Leads `point` into the set and returns whether it is allowed then. Each evaluation of the rules takes 1
  /// of `effort`, and the search ends where none is left.
  bool led_inside(const MixedSpace& space, Eigen::VectorXd& point, bool close, int& effort, Rng& rng) const;
  /// Changes `units`, numbers, by projections on the inequalities that are violated, or a step against the
  /// violation's slope: `reach` times as far as to where it ends, and `beyond`. False if nothing shows the
  /// way.
  bool project(const MixedSpace& space, const Eigen::VectorXd& point, Eigen::VectorXd& units, double reach,
               double beyond, Rng& rng) const;
  Direction direction(const MixedSpace& space, Rng& rng) const;
  /// Returns `point` moved one step along a random direction: to anywhere on it, or `local`ly.
  Eigen::VectorXd stepped(const MixedSpace& space, const Eigen::VectorXd& point, bool local, int& effort,
                          Rng& rng) const;
  Eigen::VectorXd walked(const MixedSpace& space, Eigen::VectorXd point, int steps, int& effort,
                         Rng& rng) const;

  Eigen::MatrixXd rows_;    // m x d_x, of length 1, in units
  Eigen::VectorXd limits_;  // m
  std::vector<int> free_;   // numbers that are not computed from others
  bool linear_;             // whether the inequalities are all there is
  std::vector<Eigen::VectorXd> pool_;
  std::optional<Eigen::VectorXd> closest_;
};

}  // namespace bora::surrogates
