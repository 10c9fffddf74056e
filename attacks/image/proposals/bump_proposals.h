// Proposals of the L2 Square Attack (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, section 3.3 and
// algorithm 3): each proposal erases the change inside one square window and adds a bump in another.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/shrink_schedule.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns the paper's perturbation eta: `side` x `side` values of Euclidean length 1. One half of the square
/// is a pyramid of positive values, the other half a pyramid of negative values; the square is cut into an
/// upper and a lower or a left and a right half, each with probability 1/2. Ring k around the centre of a
/// pyramid adds 1/k^2.
Batch draw_bump(int side, Rng& rng);

/// Generator of images whose change has the Euclidean length epsilon before the image is clipped to [0, 1].
/// Values are not rounded to the 8-bit grid.
class BumpProposals {
 public:
  /// p: share of the pixels that the first windows cover, in (0, 1]. The problem must outlive this.
  BumpProposals(const AttackProblem& problem, double p, ShrinkSchedule schedule = {})
      : problem_(problem), p_(p), schedule_(schedule.over(problem)) {}

  /// Returns the first image: the original plus a grid of bumps, five along the height. The sign of each bump
  /// is random for each channel.
  Eigen::RowVectorXf start(Rng& rng) const;

  /// Returns the side in pixels of the window proposed after `queries` answers. It is odd, and at least 3 if
  /// the image is larger than that.
  int side(int queries) const;

  using Image = Eigen::Ref<Eigen::RowVectorXf>;

  /// Moves a part of an image's change: erases the change inside a random window of side `side`, and adds a
  /// bump, of random sign for each channel, to the change inside a second random window. The second window's
  /// change is scaled so that the whole change has length epsilon again.
  void move_change(Image image, int side, Rng& rng) const;

  /// Scales a change of d values to length epsilon, adds it to the original, clips to [0, 1] and writes the
  /// result to `image`. A change of 0 gives the original.
  void show(const Eigen::RowVectorXf& change, Image image) const;

 private:
  const AttackProblem& problem_;
  double p_;
  int schedule_;  // number of queries over which windows shrink
};

}  // namespace bora::attacks
