// Inputs of models of the victim: pooling of large images into blocks of pixels, and weights of pixels.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "attacks/image/proposals/region.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Pooling of images to the means of blocks of k x k pixels in each channel, where k is the smallest number
/// for which no side of a pooled image exceeds kMostSide. Squares wider than k remain visible to a model, at
/// 1/k^2 of the memory and time. Images up to kMostSide are not changed (k = 1).
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
  /// Writes the means of the blocks [left, right) in row y of the blocks of a channel to `out`, right - left
  /// values. channel: first pixel of the channel. stride: number of floats from one row of pixels to the
  /// next.
  void means(const float* channel, std::ptrdiff_t stride, int y, int left, int right, float* out) const;
  /// Returns the image in which all pixels of a block have the block's value. pooled: pooled_shape().size()
  /// values.
  Eigen::RowVectorXf expand(const Eigen::RowVectorXf& pooled) const;

 private:
  ImageShape shape_, pooled_;
  int factor_;
};

/// Returns weights that favour the centre, where the object often is: exp(-(r / width)^2 / 2) for a pixel at
/// distance r from the centre, shape.size() values in (0, 1]. r and width > 0 are shares of the image's
/// height and width.
Eigen::RowVectorXf centre_window(const ImageShape& shape, double width);

/// Returns weights that grow with the contrast around a pixel, because objects have edges: shape.size()
/// values in (0, 1], all 1 for an image of one colour. image: shape.size() values.
Eigen::RowVectorXf contrast_window(const ImageShape& shape, const Eigen::RowVectorXf& image);

/// Choice of the weights of pixels in a model. evidence: the one of the other three with the largest
/// evidence.
enum class Window { evidence, centre, contrast, none };
/// Returns the weights for pooled images that `wanted` names, or for `evidence` all three kinds, from which a
/// model chooses. An empty vector stands for weights of 1. image: the original. The width of the centre
/// window was chosen on images 1-10 and 51-90 of MNIST and CIFAR-10.
std::vector<Eigen::RowVectorXf> pixel_windows(const Eigen::RowVectorXf& image, const PixelPooling& pooling,
                                              Window wanted = Window::evidence);

}  // namespace bora::attacks
