// Common parts of attacks that see only the victim's decision.
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "attacks/image/proposals/directions.h"
#include "attacks/image/proposals/start_image.h"
#include "attacks/image/script.h"
#include "common/random.h"

namespace bora::attacks {

/// Rounding of images to the 8-bit grid by dithering: every value has its own threshold, drawn once, for the
/// fraction of a grey level from which it is rounded up. So a perturbation that grows by less than a level
/// changes a few values instead of none or all, on average by the right amount, and a search along a path of
/// images works below one level. A value is never moved by a level or more.
class Dither {
 public:
  Dither(int d, bool continuous, Rng& rng);

  /// Returns the image as the victim sees it: clipped to [0, 1], and on the grid unless continuous.
  Eigen::RowVectorXf shown(const Eigen::RowVectorXf& image) const;
  /// Returns the smallest change of an L-infinity radius that changes images noticeably: on the grid, where
  /// it changes sqrt(d) of d values by a level; off it, well above the rounding of floats.
  double resolution() const { return resolution_; }

 private:
  Eigen::ArrayXf thresholds_;  // d values in (0, 1), in levels; empty: continuous
  double resolution_;
};

/// Returns the image nearest to `image` within `radius` of `original` in every value.
Eigen::RowVectorXf clipped_to_ball(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& image,
                                   double radius);

/// Base of decision-based attacks. They search for adversarial images near the original rather than inside
/// the ball; the driver detects when one lies inside.
class DecisionAttack : public ScriptedAttack {
 protected:
  explicit DecisionAttack(AttackProblem problem, StartOptions start = {});

  /// Function that maps a position on a path to its image.
  using ImagePath = std::function<Eigen::RowVectorXf(double)>;

  /// Returns the image as the victim sees it: dithered. In L2 dithering lengthens a change, for large images
  /// by more than a usual epsilon. An image that would leave the ball by that is rounded inside it instead
  /// (NormBall::project).
  Eigen::RowVectorXf shown(const Eigen::RowVectorXf& image) const;

  /// Spends one query: returns true if the victim's decision on the shown image reaches the goal.
  Script<bool> is_adversarial(Eigen::RowVectorXf image);

  /// A direction along which the image at the radius is adversarial.
  struct Ray {
    SignDirection direction;
    double radius;
    bool at_boundary = true;  ///< whether the image is known not to be adversarial at a smaller radius
  };
  /// Queries the transfer image, then searches for the boundary along its signs beyond the ball, if the
  /// attack is set to start from a prior. None otherwise, or if the direction is not adversarial at any
  /// radius.
  Script<std::optional<Ray>> transfer_ray();
  /// Returns the start of a search over signs: the transfer ray, else the signs towards the example of the
  /// problem, which costs a query. None if there is neither, or if the victim's answer does not reach the
  /// goal.
  Script<std::optional<Ray>> start_ray();

  /// Returns an adversarial image: where the transfer ray meets the boundary; else the example of the
  /// problem, which is queried like any other image; else uniform noise, redrawn until it is adversarial and
  /// blended with the original as far as it stays adversarial (as HopSkipJump and Boundary are published).
  Script<Eigen::RowVectorXf> find_start();

  /// Bisects [low, high], where image_at(high) is adversarial, until it is no longer than `tolerance`, one
  /// query per step. Returns its upper end, at which the image is adversarial.
  Script<double> bisect(double low, double high, double tolerance, ImagePath image_at);

  /// Returns whether the ball is of the L2 norm. The other norm of these attacks is L-infinity.
  bool is_euclidean() const { return problem().ball.norm() == Norm::l2; }
  /// Returns the distance of `image` from the original, measured in the norm of the ball.
  double distance(const Eigen::RowVectorXf& image) const {
    const Eigen::RowVectorXf change = image - problem().original;
    return is_euclidean() ? change.norm() : change.cwiseAbs().maxCoeff();
  }
  /// Returns the smallest change of a distance that changes images noticeably (Dither::resolution).
  double resolution() const {
    return dither_.resolution() * (is_euclidean() ? std::sqrt(problem().shape.size()) : 1);
  }

  StartOptions start_;
  Dither dither_;
  Eigen::RowVectorXf image_;  ///< the current adversarial image, before dithering; empty until there is one
};

}  // namespace bora::attacks
