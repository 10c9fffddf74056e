// Large images as a model of the victim sees them: by means of blocks of pixels.
#pragma once

#include "models/victim.h"

namespace bora {

/// Means of k x k pixels, channel by channel, k being the least that leaves no side above kMostSide. What a
/// model learns of squares, which are wider than that, stays the same, and it costs a k^2-th of the memory
/// and time. Images that are no larger are left as they are (k = 1).
class PixelPooling {
 public:
  static constexpr int kMostSide = 64;

  explicit PixelPooling(const ImageShape& shape);

  int factor() const { return factor_; }
  /// Of what it makes of images; blocks at the edges may be smaller.
  const ImageShape& pooled_shape() const { return pooled_; }

  /// images: m x shape.size(). Returns m x pooled_shape().size(), which is `images` itself for a factor of 1,
  /// else `buffer`.
  const Batch& pool(const Batch& images, Batch& buffer) const;
  /// The image in which all pixels of a block have the block's value. pooled: pooled_shape().size() values.
  Eigen::RowVectorXf expand(const Eigen::RowVectorXf& pooled) const;

 private:
  ImageShape shape_, pooled_;
  int factor_;
};

}  // namespace bora
