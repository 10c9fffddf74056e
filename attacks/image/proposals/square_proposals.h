// Proposals of the L-infinity Square Attack (Andriushchenko, Croce, Flammarion and Hein, ECCV 2020, algorithm
// 2): its first image, and squares whose side shrinks as queries are spent.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/image/proposals/region.h"
#include "attacks/image/proposals/shrink_schedule.h"
#include "common/random.h"

namespace bora::attacks {

/// Returns p by the paper's schedule: p is halved at iterations 10, 50, 200, 500, 1000, 2000, 4000, 6000 and
/// 8000 of 10,000, rescaled to the budget. iteration: 0, 1, ... after the first query.
double square_share(double p, int iteration, int budget);

/// Returns the side of a square that covers `share` of the pixels: at least 1, and less than the shorter side
/// of the image, so that the square can be at several places.
int square_side(double share, const ImageShape& shape);

/// Generator of images of a problem's ball, as the victim sees them.
class SquareProposals {
 public:
  /// p: share of the pixels that the first squares cover, in (0, 1]. The problem must outlive this.
  SquareProposals(const AttackProblem& problem, double p, ShrinkSchedule schedule = {})
      : problem_(problem), p_(p), schedule_(schedule.over(problem)) {}

  /// Returns the image that is at the bound of the ball everywhere, on the side of each sign: d values.
  Eigen::RowVectorXf at_bound(Eigen::RowVectorXf signs) const;
  /// Replaces the signs in `row`, shape.width values, by row y of a channel of this image.
  void row_at_bound(int channel, int y, float* row) const;
  /// Returns a pixel of this image.
  float pixel_at_bound(int channel, int y, int x, float sign) const;

  /// Returns columns of +-epsilon, with a random sign for each channel and column.
  Eigen::RowVectorXf stripes(Rng& rng) const;

  /// Returns the side of the square that is proposed after `queries` answers, at least 1.
  int side(int queries) const;

  using Image = Eigen::Ref<Eigen::RowVectorXf>;

  /// Sets a randomly placed square of an image of the ball to +-epsilon from the original, one random sign
  /// per channel. Returns the square.
  Region add_square(Image image, int side, Rng& rng) const;
  /// Returns `base` as add_square() changes it.
  Eigen::RowVectorXf with_square(const Eigen::RowVectorXf& base, int side, Rng& rng) const;

  /// Does the same as add_square() with the signs of `direction` (d values; 0 counts as positive).
  Region add_square_along(Image image, int side, const Eigen::RowVectorXf& direction, Rng& rng) const;

  /// Copies a randomly placed square from another image of the ball. Returns the square.
  Region add_window(Image image, int side, const Eigen::RowVectorXf& other, Rng& rng) const;

 private:
  struct Corners {
    Eigen::RowVectorXf low, high;  // the original minus and plus epsilon, as the victim sees them
  };
  const Corners& corners() const;
  // Draws the place of a square.
  Region draw(int side, Rng& rng) const;
  // Sets each row of a square to filled(channel, first, length): the values of `length` pixels, of which
  // `first` is the index of the first one. Returns whether a value has changed by more than 1e-7.
  template <typename Filled>
  bool fill(Image image, const Region& square, const Filled& filled) const;

  const AttackProblem& problem_;
  double p_;
  int schedule_;             // number of queries over which squares shrink
  mutable Corners corners_;  // computed at first use
};

}  // namespace bora::attacks
