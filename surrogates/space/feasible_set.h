// Sampler of the allowed points of a mixed space whose constraints random draws rarely meet, such as x0 <= x1
// <= ... <= x7, weights that sum to at most 1, or narrow bands.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

class MixedSpace;

/// Pool of allowed points. The first points are found by projections on the violated constraints (Motzkin and
/// Schoenberg 1954 for linear inequalities; Polyak's steps along the gradient of the violation for others).
/// They are then spread by hit-and-run (Smith 1984): each step draws a uniform point on the chord along a
/// random direction and, while the point is not allowed, shrinks the chord towards the chain's present point
/// (Neal 2003, section 4). A sample is a point of the pool after some more of these steps.
class FeasibleSet {
 public:
  /// Makes the pool, which depends only on `space` and `rng`. It is empty if no allowed point was found
  /// within 100,000 evaluations of the rules.
  FeasibleSet(const MixedSpace& space, Rng& rng);

  /// Returns the point of least violation that the search found; none if the pool has allowed points.
  const std::optional<Eigen::VectorXd>& closest() const { return closest_; }

  /// Returns a random allowed point, nearly uniform; none if the pool is empty.
  std::optional<Eigen::VectorXd> sample(const MixedSpace& space, Rng& rng) const;
  /// Returns up to `count` allowed points within a third of the box from `point`, many of them much closer.
  std::vector<Eigen::VectorXd> neighbours(const MixedSpace& space, const Eigen::VectorXd& point, int count,
                                          Rng& rng) const;
  /// Returns the allowed point that projections from `point` lead to. If they lead to none, returns the last
  /// allowed point on the way from a point of the pool to `point`; `point` itself if the pool is empty.
  Eigen::VectorXd nearest(const MixedSpace& space, const Eigen::VectorXd& point, Rng& rng) const;

 private:
  using Direction = Eigen::VectorXd;  // d_x, in units
  /// Returns the largest violation of the linear inequalities, in units, and its row; below 0 if all are met.
  std::pair<double, Eigen::Index> worst_row(const Eigen::VectorXd& units) const;
  /// Moves `point` into the set of allowed points, and returns whether it is allowed then. `close`: stops
  /// near the boundary of the set. `effort`: remaining evaluations of the rules, which is decreased; the
  /// search ends at 0.
  bool move_inside(const MixedSpace& space, Eigen::VectorXd& point, bool close, int& effort, Rng& rng) const;
  /// Moves `units` (numbers) by projections on the violated inequalities or, if none is violated, by a step
  /// against the gradient of the violation. The step is `reach` times the distance to the boundary, plus
  /// `beyond`. Returns false if there is no direction to move in.
  bool project(const MixedSpace& space, const Eigen::VectorXd& point, Eigen::VectorXd& units, double reach,
               double beyond, Rng& rng) const;
  Direction direction(const MixedSpace& space, Rng& rng) const;
  /// Returns `point` moved by one step along a random direction: to any place on the chord or, if `local`,
  /// nearby.
  Eigen::VectorXd stepped(const MixedSpace& space, const Eigen::VectorXd& point, bool local, int& effort,
                          Rng& rng) const;
  Eigen::VectorXd walked(const MixedSpace& space, Eigen::VectorXd point, int steps, int& effort,
                         Rng& rng) const;

  Eigen::MatrixXd rows_;    // m x d_x, of length 1, in units
  Eigen::VectorXd limits_;  // m
  std::vector<int> free_;   // numbers that are not computed from others
  bool linear_;             // whether the inequalities are the only rules
  std::vector<Eigen::VectorXd> pool_;
  std::optional<Eigen::VectorXd> closest_;
};

}  // namespace bora::surrogates
