// The images within a distance of an original: those that an attacker may show to the victim.
#pragma once

#include <cstdint>

#include "attacks/threat/norm.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// The values of an image in [0, 1], CHW.
using Pixels = Eigen::RowVectorXf;

/// Returns the epsilon that is used by default. linf: 0.3 for grey images (as for MNIST), 8/255 for colour
/// (as for CIFAR-10 and ImageNet); l2: 2 for grey images, 0.5 for colour; l0: 24 pixels; patch: a seventh of
/// the shorter side, rounded up, which is about 2% of the pixels (5 on CIFAR-10, 32 on ImageNet).
double default_epsilon(const ImageShape& shape, Norm norm = Norm::linf);

/// All images within a distance epsilon of an original, and within [0, 1].
///
/// On the 8-bit grid (the default) images hold multiples of 1/255, so that a PNG can hold every query. An
/// L-infinity epsilon is then rounded *down* to the grid. A decimal number just below k/255 (within half a
/// percent and a quarter of a level) is taken for k/255, so that 0.03137 is 8/255. Epsilons of the other
/// norms are in force as they are. Continuous: any float, as most published protocols assume.
class NormBall {
 public:
  /// Makes a ball of images. epsilon: linf in (0, 1]; l2 > 0; l0 and patch: an integer number of pixels, >=
  /// 1. shape: shape of the images, which only l0 and patch need. Throws InputError for other epsilons, and
  /// if the grid leaves no perturbation (linf, l2: epsilon < 1/255).
  NormBall(Norm norm, double epsilon, bool continuous, const ImageShape& shape = {});

  Norm norm() const { return norm_; }
  double epsilon() const { return epsilon_; }              ///< epsilon in force
  double epsilon_asked() const { return epsilon_asked_; }  ///< epsilon that the user named
  bool continuous() const { return continuous_; }
  int levels() const { return levels_; }  ///< linf: epsilon in levels of 1/255, on the grid

  /// Projects `image`, d values, to an image allowed: on the grid (if in force), inside the ball, inside [0,
  /// 1]. An image that is allowed is left as it is.
  ///
  /// linf: to the nearest one. l2: clipped to [0, 1], then its change is scaled down to epsilon. On the grid
  /// each value is rounded to the nearest level; if that leaves the ball, the values whose change was
  /// rounded up go one level back towards the original, those rounded up most first (among equals, in an
  /// order that prefers no part of the image), until it is inside. l0:
  /// rounded, then the pixels of largest Euclidean change are kept, the first among equal ones. patch:
  /// rounded, then the changes in one square are kept (square_of_largest_change()). All but linf need whole
  /// images; linf projects any part of one.
  void project(const float* original, float* image, int d) const;

  /// Projects `image` to the nearest image that is in [0, 1] and on the grid (if in force), not to the ball.
  void project_to_box(float* image, int d) const;

  /// Returns whether the values are an image: inside [0, 1] and on the grid, without tolerance.
  bool is_image(const float* image, int d) const;

  /// Returns whether an image is allowed: without tolerance on the grid, with one of 1e-6 for float rounding
  /// off it.
  bool contains(const float* original, const float* image, int d) const;

  /// Returns the distance in the norm. On the grid it is computed from whole levels; linf: such a number over
  /// 255, as epsilon() is, so that the two compare exactly.
  double distance(const float* original, const float* image, int d) const;

  /// Returns the largest radius in force that is at most `wanted` and below `distance`; 0 if there is none.
  /// Off the grid, and in L2, it is at least 1% below.
  double radius_below(double distance, double wanted) const;
  /// Returns the ball of another radius, one that is in force (radius_below).
  NormBall within(double radius) const { return {norm_, radius, continuous_, shape_}; }

 private:
  void project_linf(const float* original, float* image, int d) const;
  void project_l2(const float* original, float* image, int d) const;
  void round_within_l2(const float* original, float* image, int d) const;
  void project_l0(const float* original, float* image, int d) const;
  void project_patch(const float* original, float* image, int d) const;

  Norm norm_;
  double epsilon_asked_;
  double epsilon_;
  bool continuous_;
  ImageShape shape_;
  int levels_ = 0;
  std::int64_t squared_levels_ = 0;  // l2, on the grid: largest sum of squared changes, in levels
};

/// Ball of the L-infinity norm, the one that most attacks have.
struct LinfBall : NormBall {
  LinfBall(double epsilon, bool continuous) : NormBall(Norm::linf, epsilon, continuous) {}
};

/// Returns the Euclidean distance over all values.
double l2_distance(const float* a, const float* b, int d);

/// Converts a value in [0, 1] to a pixel level; from_level() converts it back.
int to_level(float value);
float from_level(int level);

}  // namespace bora::attacks
