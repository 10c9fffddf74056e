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
  buffer.resize(images.rows(), pooled_.size());
  for (Eigen::Index i = 0; i < images.rows(); ++i) {
    float* block = buffer.row(i).data();
    for (int c = 0; c < shape_.channels; ++c)
      for (int y = 0; y < pooled_.height; ++y)
        for (int x = 0; x < pooled_.width; ++x)
          *block++ = mean(images.row(i).data() + c * shape_.height * shape_.width, shape_.width, y, x);
  }
  return buffer;
}

Region PixelPooling::blocks(const Region& pixels) const {
  return {pixels.top / factor_, pixels.left / factor_, (pixels.bottom + factor_ - 1) / factor_,
          (pixels.right + factor_ - 1) / factor_};
}

float PixelPooling::mean(const float* channel, std::ptrdiff_t stride, int y, int x) const {
  if (factor_ == 1) return channel[y * stride + x];
  const int bottom = std::min((y + 1) * factor_, shape_.height);
  const int right = std::min((x + 1) * factor_, shape_.width);
  float sum = 0;
  for (int row = y * factor_; row < bottom; ++row) {
    float of_row = 0;
    for (int column = x * factor_; column < right; ++column) of_row += channel[row * stride + column];
    sum += of_row;
  }
  return sum / static_cast<float>((bottom - y * factor_) * (right - x * factor_));
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
