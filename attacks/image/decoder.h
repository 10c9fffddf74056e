// From a small search space to a perturbation of the whole image.
#pragma once

#include <Eigen/Core>

#include "data/dataset.h"

namespace bora {

/// Enlarges a perturbation of channels x side x side values to the image's size, channel by channel, by
/// bilinear interpolation between pixel centres (half-pixel convention, borders repeated).
class BilinearDecoder {
 public:
  /// side in [1, min(height, width)]. Throws InputError.
  BilinearDecoder(ImageShape image, int side);

  int dimensions() const { return image_.channels * side_ * side_; }
  int side() const { return side_; }

  /// z: dimensions() values, CHW -> image.size() values, CHW. Values stay within the range of z.
  Eigen::RowVectorXf decode(const Eigen::Ref<const Eigen::VectorXd>& z) const;

 private:
  ImageShape image_;
  int side_;
};

}  // namespace bora
