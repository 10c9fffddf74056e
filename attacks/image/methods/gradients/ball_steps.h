// Moves of attacks along gradients, inside a ball.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Norm-dependent part of attacks that follow gradients: points of the ball around a problem's original, and
/// the direction in which a loss grows fastest for a step of given length. All points are in [0, 1] and off
/// the 8-bit grid, since a step may be shorter than the distance of its points; the driver shows the victim
/// the nearest point of the grid. Lengths are shares of epsilon.
class BallSteps {
 public:
  /// The problem must outlive it.
  explicit BallSteps(const AttackProblem& problem);

  /// Returns a uniformly random point, in L2 before the values are clipped to [0, 1].
  Eigen::RowVectorXf random_point(Rng& rng) const;
  /// Returns a random point on the border of the ball, before the values are clipped to [0, 1].
  Eigen::RowVectorXf random_border_point(Rng& rng) const;
  /// Returns the point that a step along the steepest direction leads to.
  Eigen::RowVectorXf step(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& gradient,
                          double length) const;
  /// Replaces an image by its projection onto the ball, as NormBall::project() does.
  void project(Eigen::RowVectorXf& image) const;

 private:
  const AttackProblem& problem_;
  NormBall ball_;
};

}  // namespace bora::attacks
