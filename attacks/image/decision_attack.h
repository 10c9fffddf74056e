// What attacks share that see nothing but the victim's decision.
#pragma once

#include <functional>
#include <optional>

#include "attacks/image/proposals/sign_direction.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "common/random.h"

namespace bora {

/// Shows images of fine gradation on the 8-bit grid by dithering: every value has a threshold of its own,
/// drawn once, that says from which fraction of a level on it is rounded up. So a perturbation that grows by
/// less than a level changes a few values instead of none or all, on average by the right amount, and a
/// search along a path of images stays meaningful below a level. A value is never moved by a level or more.
class Dither {
 public:
  Dither(int d, bool continuous, Rng& rng);

  /// The image as the victim will see it: clipped to [0, 1], and on the grid unless continuous.
  Eigen::RowVectorXf shown(const Eigen::RowVectorXf& image) const;
  /// The smallest change of an L-infinity radius that changes images noticeably: on the grid, where it
  /// changes sqrt(d) of d values by a level; off it, well above the rounding of floats.
  double resolution() const { return resolution_; }

 private:
  Eigen::ArrayXf thresholds_;  // d values in (0, 1), in levels; empty: continuous
  double resolution_;
};

/// The image nearest to `image` within `radius` of `original` in every value.
Eigen::RowVectorXf clipped_to_ball(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& image,
                                   double radius);

/// Base of decision-based attacks. They look for adversarial images near the original rather than inside the
/// ball; the driver notices when one lies inside.
class DecisionAttack : public ScriptedAttack {
 protected:
  explicit DecisionAttack(AttackProblem problem, StartOptions start = {});

  /// Images along a path, by a position on it.
  using ImagePath = std::function<Eigen::RowVectorXf(double)>;

  /// One query: whether the victim's decision on the image, as shown, reaches the goal.
  Script<bool> is_adversarial(Eigen::RowVectorXf image);

  /// A direction along which the image at the radius is adversarial.
  struct Ray {
    SignDirection direction;
    double radius;
    bool at_boundary = true;  ///< known: any nearer, and the image is no longer adversarial
  };
  /// Told to start from a prior: asks for the transfer image, then for the boundary along its signs beyond
  /// the ball. None if not told so, or if the direction is not adversarial as far as it goes.
  Script<std::optional<Ray>> transfer_ray();
  /// Where a search over signs starts: the transfer ray, else the signs that lead to the example of the
  /// problem, which costs a query. None if there is neither, or the victim's answer is not the one wanted.
  Script<std::optional<Ray>> start_ray();

  /// An adversarial image: where the transfer ray meets the boundary; else the example of the problem, which
  /// is asked for like any other image; else uniform noise, drawn until it is adversarial and blended with
  /// the original as far as it stays so (as HopSkipJump and Boundary are published).
  Script<Eigen::RowVectorXf> find_start();

  /// Halves [low, high], where image_at(high) is adversarial, until it is no longer than `tolerance`, a query
  /// each time. Returns its upper end, at which the image is adversarial.
  Script<double> bisect(double low, double high, double tolerance, ImagePath image_at);

  /// Largest change of a value, in [0, 1].
  double distance(const Eigen::RowVectorXf& image) const {
    return (image - problem().original).cwiseAbs().maxCoeff();
  }

  StartOptions start_;
  Rng rng_;
  Dither dither_;
  Eigen::RowVectorXf image_;  ///< the adversarial image in hand, before dithering; empty until there is one
};

}  // namespace bora
