// Moves of gradient-based attacks inside a ball.
#pragma once

#include "attacks/image/image_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Norm-dependent part of attacks that follow gradients: random points of the ball around a problem's
/// original, and steps along the direction in which a loss grows fastest in the norm. All points are in [0,
/// 1]. They are not rounded to the 8-bit grid, since steps may be shorter than a grey level; the driver
/// rounds what the victim sees. Lengths are shares of epsilon.
class BallSteps {
 public:
  /// The problem must outlive this.
  explicit BallSteps(const AttackProblem& problem);

  /// Returns a uniformly random point of the ball, clipped to [0, 1].
  Eigen::RowVectorXf random_point(Rng& rng) const;
  /// Returns a random point on the border of the ball, clipped to [0, 1].
  Eigen::RowVectorXf random_border_point(Rng& rng) const;
  /// Returns the point reached by a step of `length` from `image` along the steepest direction: in L-infinity
  /// the signs of `gradient` (d values), in L2 the gradient itself. The point is projected.
  Eigen::RowVectorXf step(const Eigen::RowVectorXf& image, const Eigen::RowVectorXf& gradient,
                          double length) const;
  /// Replaces an image by its projection onto the ball, as NormBall::project() does.
  void project(Eigen::RowVectorXf& image) const;

 private:
  const AttackProblem& problem_;
  NormBall ball_;
};

}  // namespace bora::attacks
