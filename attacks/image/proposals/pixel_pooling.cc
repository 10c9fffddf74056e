#include "attacks/image/proposals/pixel_pooling.h"

#include <algorithm>

namespace bora::attacks {

PixelPooling::PixelPooling(const ImageShape& shape) : shape_(shape), pooled_(shape) {
  const int longest = std::max(shape.height, shape.width);
  factor_ = (longest + kMostSide - 1) / kMostSide;
  pooled_.height = (shape.height + factor_ - 1) / factor_;
  pooled_.width = (shape.width + factor_ - 1) / factor_;
}

const Batch& PixelPooling::pool(const Batch& images, Batch& buffer) const {
  if (factor_ == 1) return images;
  buffer.setZero(images.rows(), pooled_.size());
  for (Eigen::Index i = 0; i < images.rows(); ++i) {
    const float* pixel = images.row(i).data();
    for (int c = 0; c < shape_.channels; ++c)
      for (int y = 0; y < shape_.height; ++y) {
        float* const row = buffer.row(i).data() + (c * pooled_.height + y / factor_) * pooled_.width;
        for (int block = 0, x = 0; x < shape_.width; ++block) {
          float sum = 0;
          for (const int end = std::min(x + factor_, shape_.width); x < end; ++x) sum += *pixel++;
          row[block] += sum;
        }
      }
    for (int c = 0; c < shape_.channels; ++c)
      for (int y = 0; y < pooled_.height; ++y)
        for (int x = 0; x < pooled_.width; ++x) {
          const int height = std::min(factor_, shape_.height - y * factor_);
          const int width = std::min(factor_, shape_.width - x * factor_);
          buffer(i, (c * pooled_.height + y) * pooled_.width + x) /= static_cast<float>(height * width);
        }
  }
  return buffer;
}

Eigen::RowVectorXf PixelPooling::expand(const Eigen::RowVectorXf& pooled) const {
  if (factor_ == 1) return pooled;
  Eigen::RowVectorXf image(shape_.size());
  for (int c = 0; c < shape_.channels; ++c)
    for (int y = 0; y < shape_.height; ++y)
      for (int x = 0; x < shape_.width; ++x)
        image[(c * shape_.height + y) * shape_.width + x] =
            pooled[(c * pooled_.height + y / factor_) * pooled_.width + x / factor_];
  return image;
}

}  // namespace bora::attacks
