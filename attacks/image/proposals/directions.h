// Directions along which decision-based attacks search from the original: signs, or in L2 any values.
#pragma once

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::attacks {

/// Direction from an original image: at a radius, each value has moved along its sign by the radius, or by
/// `farthest` if that is less.
struct SignDirection {
  Eigen::RowVectorXf signs;     ///< d values: +1, -1, or 0 for values that do not move
  Eigen::RowVectorXf farthest;  ///< d values >= 0

  static constexpr float kFarthest = 1;  ///< largest difference between two values of images

  /// Returns the direction of d positive signs.
  static SignDirection up(int d);
  /// Returns the direction from `original` that reaches `example` at the radius of their L-infinity distance.
  static SignDirection towards(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& example);

  /// Reverses the signs of the values begin, ..., begin + length - 1 and sets their `farthest` to kFarthest.
  void flip(int begin, int length);
  /// Returns the image at this radius, which may leave [0, 1].
  Eigen::RowVectorXf image_at(const Eigen::RowVectorXf& original, double radius) const;
};

/// Returns a direction of d values scaled to mean square 1, that is to the Euclidean length sqrt(d) of a
/// direction of signs. A direction of length 0 is returned unchanged.
Eigen::RowVectorXf of_mean_square_1(const Eigen::RowVectorXf& direction);

/// Returns the change min(max(s direction, low), high), with the scale s > 0 that gives it the Euclidean
/// length `length` (within 0.1%), or the longest change that the limits allow. So the length that clipping
/// takes from some values is added to the others. low <= 0 <= high: limits of the change, d values each;
/// length > 0.
Eigen::RowVectorXf stretched(const Eigen::RowVectorXf& direction, const Eigen::RowVectorXf& low,
                             const Eigen::RowVectorXf& high, double length);

}  // namespace bora::attacks
