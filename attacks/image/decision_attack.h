// Common parts of decision-based attacks, which see only the predicted class.
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
/// fraction of a grey level from which it is rounded up. A perturbation that grows by less than a level then
/// changes some values by a level, on average by the right amount, instead of none or all values. So a search
/// along a path of images resolves less than a level. No value moves by a level or more.
class Dither {
 public:
  /// `d`: number of values of an image. `continuous`: images are off the grid, so nothing is rounded.
  Dither(int d, bool continuous, Rng& rng);

  /// Returns the image as the victim sees it: clipped to [0, 1], and on the grid unless continuous.
  Eigen::RowVectorXf shown(const Eigen::RowVectorXf& image) const;
  /// Returns the smallest useful change of an L-infinity radius: on the grid 1 / (255 sqrt(d)), which changes
  /// sqrt(d) of the d values by a level; off it 1e-6, well above the rounding of floats.
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

  /// Returns the image that is queried: the dithered one. In L2 dithering lengthens a change, for large
  /// images by more than a usual epsilon. So an image of the ball that dithering would move out of it is
  /// rounded to the ball instead (NormBall::project).
  Eigen::RowVectorXf shown(const Eigen::RowVectorXf& image) const;

  /// Queries shown(image) and returns whether the victim's decision reaches the goal.
  Script<bool> is_adversarial(Eigen::RowVectorXf image);

  /// Direction along which the image at `radius` is adversarial.
  struct Ray {
    SignDirection direction;
    double radius;
    bool at_boundary = true;  ///< whether the image is known not to be adversarial at a smaller radius
  };
  /// With start=prior, queries the image of substitute models (transfer_start()), then bisects for the
  /// decision boundary along its signs, from the border of the ball to the largest radius. Returns none
  /// without start=prior, or if the image at the largest radius is not adversarial.
  Script<std::optional<Ray>> transfer_ray();
  /// Returns the start of a search over signs: the transfer ray, else the signs towards the example of the
  /// problem, which costs a query. None if there is neither, or if the victim's answer does not reach the
  /// goal.
  Script<std::optional<Ray>> start_ray();

  /// Returns an adversarial image, the first of these that there is: that of transfer_ray(), the example of
  /// the problem if a query confirms it, or uniform noise. Noise is redrawn until it is adversarial, and then
  /// blended with the original as far as it stays adversarial (as published for HopSkipJump and the Boundary
  /// Attack).
  Script<Eigen::RowVectorXf> find_start();

  /// Bisects [low, high], where image_at(high) is adversarial, until it is no longer than `tolerance`, one
  /// query per step. Returns its upper end, at which the image is adversarial.
  Script<double> bisect(double low, double high, double tolerance, ImagePath image_at);

  /// Returns whether the norm of the ball is L2; otherwise it is L-infinity.
  bool is_euclidean() const { return problem().ball.norm() == Norm::l2; }
  /// Returns the distance of `image` from the original, measured in the norm of the ball.
  double distance(const Eigen::RowVectorXf& image) const {
    const Eigen::RowVectorXf change = image - problem().original;
    return is_euclidean() ? change.norm() : change.cwiseAbs().maxCoeff();
  }
  /// Returns Dither::resolution() for distances in the norm of the ball.
  double resolution() const {
    return dither_.resolution() * (is_euclidean() ? std::sqrt(problem().shape.size()) : 1);
  }

  StartOptions start_;
  Dither dither_;
  Eigen::RowVectorXf image_;  ///< the current adversarial image, before dithering; empty until there is one
};

}  // namespace bora::attacks
