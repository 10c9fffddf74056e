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
      for (int y = 0; y < pooled_.height; ++y, block += pooled_.width)
        means(images.row(i).data() + c * shape_.height * shape_.width, shape_.width, y, 0, pooled_.width,
              block);
  }
  return buffer;
}

Region PixelPooling::blocks(const Region& pixels) const {
  return {pixels.top / factor_, pixels.left / factor_, (pixels.bottom + factor_ - 1) / factor_,
          (pixels.right + factor_ - 1) / factor_};
}

void PixelPooling::means(const float* channel, std::ptrdiff_t stride, int y, int left, int right,
                         float* out) const {
  const int first = left * factor_, end = std::min(right * factor_, shape_.width);
  const auto row = [&](int of) {
    return Eigen::Map<const Eigen::ArrayXf>(channel + of * stride + first, end - first);
  };
  if (factor_ == 1) {
    Eigen::Map<Eigen::ArrayXf>(out, end - first) = row(y);
    return;
  }
  const int top = y * factor_, bottom = std::min(top + factor_, shape_.height);
  Eigen::ArrayXf columns = row(top);
  for (int below = top + 1; below < bottom; ++below) columns += row(below);
  for (int begin = 0; begin < end - first; begin += factor_) {
    const int width = std::min(factor_, end - first - begin);
    float sum = 0;
    for (int x = begin; x < begin + width; ++x) sum += columns[x];
    *out++ = sum / static_cast<float>((bottom - top) * width);
  }
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
