// Norm ball around an original image: the images that an attacker may show to the victim.
#pragma once

#include <algorithm>
#include <cstdint>

#include "attacks/threat/norm.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Image as a row of values in [0, 1], in the order channel, row, column (CHW).
using Pixels = Eigen::RowVectorXf;

/// Returns the epsilon that is used by default. linf: 0.3 for grey images (usual for MNIST), 8/255 for colour
/// images (usual for CIFAR-10 and ImageNet). l2: 2 for grey images, 0.5 for colour images. l0: 24 pixels.
/// patch: a seventh of the shorter side, rounded up, so that a square patch covers about 2% of the pixels
/// (side 5 on CIFAR-10, 32 on ImageNet).
double default_epsilon(const ImageShape& shape, Norm norm = Norm::linf);

/// Set of the images with values in [0, 1] whose distance from an original is at most epsilon.
///
/// On the 8-bit grid (the default), values are multiples of 1/255, so that a PNG can store every query. An
/// L-infinity epsilon is then rounded *down* to the grid. A decimal number just below k/255 (by at most half
/// a percent and a quarter of a level) counts as k/255, so that 0.03137 is 8/255. Epsilons of the other norms
/// are not rounded. In continuous mode, values are any floats, as most published protocols assume.
class NormBall {
 public:
  /// epsilon: linf in (0, 1]; l2 in (0, 1e9]; l0 and patch: an integer number of pixels in [1, 1e9]. shape:
  /// shape of the images, needed for l0 and patch only. Throws InputError for other epsilons, and for linf
  /// and l2 if epsilon is below 1/255 on the grid, where no perturbation is possible.
  NormBall(Norm norm, double epsilon, bool continuous, const ImageShape& shape = {});

  Norm norm() const { return norm_; }
  double epsilon() const { return epsilon_; }              ///< radius of the ball, after rounding to the grid
  double epsilon_asked() const { return epsilon_asked_; }  ///< epsilon of the constructor, before rounding
  bool continuous() const { return continuous_; }
  int levels() const { return levels_; }  ///< linf on the grid: epsilon in levels of 1/255; else 0

  /// Projects `image`, d values, into the ball, into [0, 1] and to the grid (unless continuous). An image
  /// inside is not changed. For linf, `original` and `image` may be the same part of two images; the other
  /// norms need whole images.
  ///
  /// linf: moves each value to the nearest allowed one. l2: clips to [0, 1], then scales the change down to
  /// length epsilon. On the grid it then rounds each value to the nearest level. If the result is outside the
  /// ball, values whose change was enlarged by rounding move one level back towards the original, those
  /// enlarged most first, until it is inside. If rounding made the change more than about 2.5% shorter,
  /// values whose change it reduced move one level away from the original, those reduced most first, while
  /// the result stays inside. Ties are resolved in an order that prefers no part of the image. l0: rounds,
  /// then keeps the pixels of largest Euclidean change, the first among equal ones. patch: rounds, then keeps
  /// the changes in one square (square_of_largest_change()).
  void project(const float* original, float* image, int d) const;

  /// Projects `image`, d values, into [0, 1] and to the grid (unless continuous), but not into the ball.
  void project_to_box(float* image, int d) const;

  /// Returns whether all values lie in [0, 1] and on the grid (unless continuous), without tolerance.
  bool is_image(const float* image, int d) const;

  /// Returns whether is_image() holds and the image is inside the ball. The tolerance of the distance is 0 on
  /// the grid and for l0 and patch; else 1e-6, for float rounding.
  bool contains(const float* original, const float* image, int d) const;

  /// Returns the distance in the norm, computed from integer levels on the grid, so that the linf distance
  /// can be compared with epsilon() exactly.
  double distance(const float* original, const float* image, int d) const;

  /// Returns the largest valid radius (a whole number of levels or pixels where radii are discrete) that is
  /// at most `wanted` and below `distance`; 0 if there is none. In continuous mode and in L2 it is at most
  /// 99% of `distance`.
  double radius_below(double distance, double wanted) const;
  /// Returns the ball of another radius, which radius_below() returned.
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
  std::int64_t squared_levels_ = 0;  // l2 on the grid: largest sum of squared changes, in squared levels
};

/// L-infinity ball, which most attacks use.
struct LinfBall : NormBall {
  LinfBall(double epsilon, bool continuous) : NormBall(Norm::linf, epsilon, continuous) {}
};

/// Returns the Euclidean distance over all values.
double l2_distance(const float* a, const float* b, int d);

/// Converts a value to the nearest pixel level in 0 to 255, clipping it to [0, 1]. Halves are rounded up and
/// NaN becomes 0. The function is inline so that loops over pixels are vectorised.
inline int to_level(float value) {
  const float scaled = std::min(std::max(0.0F, value), 1.0F) * 255.0F;
  return static_cast<int>(static_cast<double>(scaled) + 0.5);  // exact in double precision
}

/// Returns level / 255.
inline float from_level(int level) {
  return static_cast<float>(level) / 255.0F;
}

}  // namespace bora::attacks
