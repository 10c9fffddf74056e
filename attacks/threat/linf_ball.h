// The L-infinity threat model: which images an attacker may show to the victim.
#pragma once

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// The values of an image in [0, 1], CHW.
using Pixels = Eigen::RowVectorXf;

/// Returns the default epsilon: 0.3 for grey images (as for MNIST), 8/255 for colour (as for CIFAR-10 and
/// ImageNet).
double default_epsilon(const ImageShape& shape);

/// L-infinity ball of radius epsilon: all images within epsilon of an original in every pixel, and within [0,
/// 1].
///
/// On the 8-bit grid (the default) images hold multiples of 1/255 and epsilon is rounded *down* to the grid,
/// so that a PNG can hold every query. A decimal number just below k/255 (within half a percent and a quarter
/// of a level) is taken for k/255, so that 0.03137 is 8/255. Continuous: any float, as most published
/// protocols assume.
class LinfBall {
 public:
  /// Makes a ball of radius epsilon in (0, 1]. Throws InputError for other values, also if the grid leaves
  /// nothing (epsilon < 1/255).
  LinfBall(double epsilon, bool continuous);

  double epsilon() const { return epsilon_; }              ///< epsilon in force
  double epsilon_asked() const { return epsilon_asked_; }  ///< epsilon that the user named
  bool continuous() const { return continuous_; }
  int levels() const { return levels_; }  ///< epsilon in levels of 1/255, on the grid

  /// Projects `image` to the nearest image allowed: on the grid (if in force), inside the ball, inside [0,
  /// 1]. original, image: d values.
  void project(const float* original, float* image, int d) const;

  /// Projects `image` to the nearest image that is in [0, 1] and on the grid (if in force), not to the ball.
  void project_to_box(float* image, int d) const;

  /// Returns whether the values are an image: inside [0, 1] and on the grid, without tolerance.
  bool is_image(const float* image, int d) const;

  /// Returns whether an image is allowed: without tolerance on the grid, with one of 1e-6 for float rounding
  /// off it.
  bool contains(const float* original, const float* image, int d) const;

  /// Returns the largest difference of a pixel, in [0, 1]; on the grid a whole number of levels over 255, as
  /// epsilon() is, so that the two compare exactly.
  double distance(const float* original, const float* image, int d) const;

  /// Returns the largest radius in force that is at most `wanted` and below `distance`; 0 if there is none.
  /// Off the grid it is at least 1% below.
  double radius_below(double distance, double wanted) const;
  /// Returns the ball of another radius, one that is in force (radius_below).
  LinfBall within(double radius) const { return {radius, continuous_}; }

 private:
  double epsilon_asked_;
  double epsilon_;
  bool continuous_;
  int levels_ = 0;
};

/// Returns the Euclidean distance over all pixels.
double l2_distance(const float* a, const float* b, int d);

/// Converts a value in [0, 1] to a pixel level; from_level() converts it back.
int to_level(float value);
float from_level(int level);

}  // namespace bora::attacks
