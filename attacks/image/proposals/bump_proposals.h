// The proposals of Square Attack, L2 (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, section 3.3 and
// algorithm 3): bumps in square windows, to which the change of other windows is moved.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/shrink_schedule.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns the paper's eta: `side` x `side` values of Euclidean length 1. The upper and the lower half hold a
/// pyramid each, whose steps fall as 1/k^2 from its centre, of opposite signs; or the left and the right
/// half, with equal odds.
Batch draw_bump(int side, Rng& rng);

/// Generator of images whose change has the Euclidean length epsilon, before it is clipped to [0, 1]. On the
/// 8-bit grid they lie between its points.
class BumpProposals {
 public:
  /// p: share of the pixels that the first windows cover, in (0, 1]. The problem must outlive this.
  BumpProposals(const AttackProblem& problem, double p, ShrinkSchedule schedule = {})
      : problem_(problem), p_(p), schedule_(schedule.over(problem)) {}

  /// Returns the first image: a grid of bumps, five along the height, with a random sign for each channel of
  /// each.
  Eigen::RowVectorXf start(Rng& rng) const;

  /// Returns the side of the window that is proposed after `queries` answers: odd, at least 3 where the image
  /// is large enough.
  int side(int queries) const;

  using Image = Eigen::Ref<Eigen::RowVectorXf>;

  /// Changes an image: empties a randomly placed window of its change, and adds a bump to another, with a
  /// random sign for each channel, whose length is what the first one had and what the image lacks of
  /// epsilon.
  void move_change(Image image, int side, Rng& rng) const;

  /// Scales a change, d values, to the length epsilon, and sets the image to the original with it, clipped to
  /// [0, 1]. A change of 0 gives the original.
  void show(const Eigen::RowVectorXf& change, Image image) const;

 private:
  const AttackProblem& problem_;
  double p_;
  int schedule_;  // number of queries
};

}  // namespace bora::attacks
