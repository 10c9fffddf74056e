#include "attacks/image/proposals/texture_features.h"

#include <algorithm>
#include <cstdlib>

#include "attacks/image/proposals/textures.h"

namespace bora::attacks {

TextureFeatures::TextureFeatures(const ImageShape& shape, bool used) : shape_(shape) {
  if (!used) return;
  pairs_ = shape.channels * (shape.channels - 1) / 2;
  for (const int scale : texture_scales(shape)) {
    for (const Lag& lag : {Lag{0, 1}, Lag{1, 0}, Lag{1, 1}, Lag{1, -1}, Lag{0, 2}, Lag{2, 0}})
      lags_.push_back({lag.down * scale, lag.right * scale});
    margin_ = 2 * scale;
  }
}

// With b before, a after and d = a - b, the sum over pixels p of a(p) a(p + l) - b(p) b(p + l) is that of
// d(p) (a(p + l) + b(p - l)), in which only pixels that change count.
void TextureFeatures::add_change(const FramedImage& before, const FramedImage& after, const Region& region,
                                 Eigen::VectorXd& sums) const {
  constexpr int kLanes = FramedImage::kReadable;
  constexpr int kRows = 8;  // added up in single precision
  using Lanes = Eigen::Array<float, kLanes, 1>;
  const auto lanes = [](const float* from) { return Eigen::Map<const Lanes>(from); };
  const auto lags = static_cast<Eigen::Index>(lags_.size());
  std::vector<std::ptrdiff_t> offsets;
  for (const Lag& lag : lags_) offsets.push_back(std::ptrdiff_t{lag.down} * after.stride() + lag.right);
  Eigen::Array<float, kLanes, Eigen::Dynamic> partial =
      Eigen::Array<float, kLanes, Eigen::Dynamic>::Zero(kLanes, sums.size());
  Eigen::Array<float, kLanes, Eigen::Dynamic> change(kLanes, shape_.channels);
  for (int y = region.top; y < region.bottom; ++y) {
    for (int x = region.left; x < region.right; x += kLanes) {
      for (int c = 0; c < shape_.channels; ++c) {
        const float* const a = after.row(c, y) + x;
        const float* const b = before.row(c, y) + x;
        Lanes d = lanes(a) - lanes(b);
        for (int i = region.right - x; i < kLanes; ++i) d[i] = 0;
        for (Eigen::Index k = 0; k < lags; ++k) {
          const std::ptrdiff_t offset = offsets[static_cast<std::size_t>(k)];
          partial.col(k) += d * (lanes(a + offset) + lanes(b - offset));
        }
        partial.col(partial.cols() - 1) += d * (lanes(a) + lanes(b));
        change.col(c) = d;
      }
      Eigen::Index k = lags;
      for (int c = 0; c < shape_.channels; ++c)
        for (int other = c + 1; other < shape_.channels; ++other, ++k)
          partial.col(k) += change.col(c) * lanes(after.row(other, y) + x) +
                            lanes(before.row(c, y) + x) * change.col(other);
    }
    if ((y - region.top) % kRows == kRows - 1 || y + 1 == region.bottom) {
      sums += partial.colwise().sum().transpose().matrix().cast<double>();
      partial.setZero();
    }
  }
}

Eigen::RowVectorXd TextureFeatures::features(const Eigen::VectorXd& sums) const {
  // Without a perturbation all features are 0.
  const double square = std::max(sums[size()] / shape_.size(), 1e-12);
  Eigen::RowVectorXd features(size());
  Eigen::Index k = 0;
  for (const Lag& lag : lags_) {
    const int height = std::max(shape_.height - lag.down, 1);
    const int width = std::max(shape_.width - std::abs(lag.right), 1);
    features[k] = sums[k] / shape_.channels / height / width / square;
    ++k;
  }
  for (; k < size(); ++k) features[k] = sums[k] / (shape_.height * shape_.width) / square;
  return features;
}

}  // namespace bora::attacks
