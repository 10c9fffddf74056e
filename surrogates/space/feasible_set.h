// Sampler of the allowed points of a mixed space whose constraints random points rarely meet, such as x0 <=
// x1 <= ... <= x7, weights whose sum is at most 1, or narrow bands.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

class MixedSpace;

/// Pool of allowed points, from which Markov chains draw further ones.
///
/// The first points are found by projections on the violated constraints (Motzkin and Schoenberg 1954 for
/// linear inequalities; steps of Polyak along the gradient of the violation for others). They are then spread
/// by hit-and-run (Smith 1984): each step draws a uniform point on the chord along a random direction and,
/// while the point is not allowed, shrinks the chord towards the present point (Neal 2003, section 4). A
/// sample is a point of the pool after some further steps.
class FeasibleSet {
 public:
  /// Makes the pool, which depends only on `space` and `rng`. It is empty if no allowed point is found within
  /// about 100,000 evaluations of the rules.
  FeasibleSet(const MixedSpace& space, Rng& rng);

  /// Returns the point of least violation that the search found; none if the pool is not empty.
  const std::optional<Eigen::VectorXd>& closest() const { return closest_; }

  /// Returns a random allowed point, nearly uniform; none if the pool is empty.
  std::optional<Eigen::VectorXd> sample(const MixedSpace& space, Rng& rng) const;
  /// Returns up to `count` allowed points, each one step from `point`, of 0.03% to 30% of the box or to
  /// another category; none if `point` is not allowed.
  std::vector<Eigen::VectorXd> neighbours(const MixedSpace& space, const Eigen::VectorXd& point, int count,
                                          Rng& rng) const;
  /// Returns the allowed point that is found by projections from `point`. If none is found, returns an
  /// allowed point on the line from a point of the pool to `point`; if the pool is empty, `point` itself.
  Eigen::VectorXd nearest(const MixedSpace& space, const Eigen::VectorXd& point, Rng& rng) const;

 private:
  using Direction = Eigen::VectorXd;  // d_x, in unit coordinates
  /// Returns the largest violation of the linear inequalities, in unit coordinates, and its row; negative if
  /// all are met strictly.
  std::pair<double, Eigen::Index> worst_row(const Eigen::VectorXd& units) const;
  /// Moves `point` into the set of allowed points, and returns whether it is allowed then. close: stops near
  /// the boundary of the set. effort: remaining number of evaluations of the rules, which is decreased; the
  /// search ends at 0.
  bool move_inside(const MixedSpace& space, Eigen::VectorXd& point, bool close, int& effort, Rng& rng) const;
  /// Moves `units`, the numbers of `point` in unit coordinates, by projections on the violated inequalities
  /// or, if none is violated, by a step against the gradient of the violation. A step has `reach` times the
  /// (estimated) distance to the boundary, plus `beyond`. Returns false if no direction decreases the
  /// violation.
  bool project(const MixedSpace& space, const Eigen::VectorXd& point, Eigen::VectorXd& units, double reach,
               double beyond, Rng& rng) const;
  /// Draws a direction of length 1, or 0 if there is none.
  Direction direction(const MixedSpace& space, Rng& rng) const;
  /// Returns the allowed point that one step of hit-and-run, or a change of one category, leads to; `point`
  /// if none is found. local: whether the step is short.
  Eigen::VectorXd stepped(const MixedSpace& space, const Eigen::VectorXd& point, bool local, int& effort,
                          Rng& rng) const;
  /// Returns `point` after `steps` steps.
  Eigen::VectorXd walked(const MixedSpace& space, Eigen::VectorXd point, int steps, int& effort,
                         Rng& rng) const;

  // Linear inequalities rows_ u <= limits_ of the numbers u in unit coordinates: m x d_x, with rows of length
  // 1, and m.
  Eigen::MatrixXd rows_;
  Eigen::VectorXd limits_;
  std::vector<int> free_;  // numbers that are not computed from others
  bool linear_;            // whether meeting the inequalities makes a point allowed
  std::vector<Eigen::VectorXd> pool_;
  std::optional<Eigen::VectorXd> closest_;
};

}  // namespace bora::surrogates
