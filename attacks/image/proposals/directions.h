// Directions from an image along which attacks move that see labels alone: of +-1, or of any values in L2.
#pragma once

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::attacks {

/// Direction from an original image: every value moves along its sign by a radius, but at most by `farthest`.
struct SignDirection {
  Eigen::RowVectorXf signs;     ///< d, +-1
  Eigen::RowVectorXf farthest;  ///< d, at least 0

  static constexpr float kFarthest = 1;  ///< no value of an image can go farther

  /// Returns the direction in which all values rise to their upper limits.
  static SignDirection up(int d);
  /// Returns the direction from `original` to `example`, whose L-infinity distance is the radius it needs.
  static SignDirection towards(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& example);

  /// Reverses the direction of the values begin, ..., begin + length - 1, which then go to their other
  /// limits.
  void flip(int begin, int length);
  /// Returns the image at this radius, which may leave [0, 1].
  Eigen::RowVectorXf image_at(const Eigen::RowVectorXf& original, double radius) const;
};

/// Returns a direction scaled to mean square 1, that is to the length sqrt(d), which signs have as well. A
/// direction of length 0 is returned as it is. direction: d values.
Eigen::RowVectorXf of_mean_square_1(const Eigen::RowVectorXf& direction);

/// Returns the change min(max(s direction, low), high) whose Euclidean length is `length` (within 0.1%), or
/// the longest that the limits allow. Length lost by clipping some values to [0, 1] is therefore added to the
/// others. low <= 0 <= high: d values each, the limits of the change; length > 0.
Eigen::RowVectorXf stretched(const Eigen::RowVectorXf& direction, const Eigen::RowVectorXf& low,
                             const Eigen::RowVectorXf& high, double length);

}  // namespace bora::attacks
