// Pooling of large images into blocks of pixels, as input of models of the victim, and the weights that
// pixels have there.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "attacks/image/proposals/region.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Means of k x k pixels, channel by channel, k being the smallest that leaves no side above kMostSide. A
/// model learns the same about squares, which are wider than k, at 1/k^2 of the memory and time. Images that
/// are no larger are unchanged (k = 1).
class PixelPooling {
 public:
  static constexpr int kMostSide = 64;

  explicit PixelPooling(const ImageShape& shape);

  int factor() const { return factor_; }
  /// Returns the shape of pooled images; blocks at the edges may be smaller.
  const ImageShape& pooled_shape() const { return pooled_; }

  /// Pools images: m x shape.size(). Returns m x pooled_shape().size(), which is `images` itself for a factor
  /// of 1, else `buffer`.
  const Batch& pool(const Batch& images, Batch& buffer) const;
  /// Returns the blocks to which the pixels of a region belong, as a region of a pooled image.
  Region blocks(const Region& pixels) const;
  /// Writes the means of the blocks [left, right) in row y of blocks of a channel. stride: number of floats
  /// from one row of pixels to the next. out: right - left values.
  void means(const float* channel, std::ptrdiff_t stride, int y, int left, int right, float* out) const;
  /// Returns the image in which all pixels of a block have the block's value. pooled: pooled_shape().size()
  /// values.
  Eigen::RowVectorXf expand(const Eigen::RowVectorXf& pooled) const;

 private:
  ImageShape shape_, pooled_;
  int factor_;
};

/// Returns weights that favour the centre, where the object often is: exp(-(r / width)^2 / 2) for a pixel at
/// distance r from the centre, in sides of the image. width > 0, likewise. shape.size() values in (0, 1].
Eigen::RowVectorXf centre_window(const ImageShape& shape, double width);

/// Returns weights that grow with the contrast around a pixel, since an object has edges wherever it is.
/// image: shape.size() values. As many values in (0, 1], all 1 for an image of one colour.
Eigen::RowVectorXf contrast_window(const ImageShape& shape, const Eigen::RowVectorXf& image);

/// Choice of the weights: centre, contrast, none, or the one of them with the largest evidence.
enum class Window { evidence, centre, contrast, none };
/// Returns the weights, for pooled images, among which the evidence chooses, or the requested ones only;
/// empty weights stand for none. The width of the central window was chosen on images 1-10 and 51-90 of MNIST
/// and CIFAR-10.
std::vector<Eigen::RowVectorXf> pixel_windows(const Eigen::RowVectorXf& image, const PixelPooling& pooling,
                                              Window wanted = Window::evidence);

}  // namespace bora::attacks
