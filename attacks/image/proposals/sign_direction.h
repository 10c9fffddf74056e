// Directions of +-1 from an image, along which ray searches move.
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

}  // namespace bora::attacks
