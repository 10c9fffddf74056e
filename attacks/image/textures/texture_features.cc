#include "attacks/image/textures/texture_features.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "attacks/image/textures/textures.h"

namespace bora::attacks {

TextureFeatures::TextureFeatures(const ImageShape& shape, bool used) : shape_(shape) {
  if (!used) return;
  pairs_ = shape.channels * (shape.channels - 1) / 2;
  for (const int scale : texture_scales(shape)) {
    for (const Lag& lag : std::array<Lag, kNewLags>{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}})
      lags_.push_back({lag.down * scale, lag.right * scale});
    margin_ = 2 * scale;
    ++scales_;
  }
  lags_.insert(lags_.end(), {{0, margin_}, {margin_, 0}, {0, 0}});
}

namespace {

// Number of floats that are multiplied together, in one or two SIMD registers.
constexpr int kLanes = 16;
static_assert(kLanes <= FramedImage::kReadable);
using Lanes = Eigen::Array<float, kLanes, 1>;
using Sums = Eigen::Array<float, kLanes, Eigen::Dynamic>;

Lanes lanes(const float* from) {
  return Eigen::Map<const Lanes>(from);
}

// Adds the products d(p) (a(p + l) + b(p - l)) of the first `width` pixels p of a row to column k of `sums`,
// kLanes x kCount, for each offset l = offsets[k]. d is padded with zeros to a multiple of kLanes. Without
// kBefore, b is not read and counts as 0. The function is not inlined, because the sums then stay in
// registers along a row.
template <bool kBefore, int kCount>
[[gnu::noinline]] void add_row(const float* d, const float* a, const float* b, const std::ptrdiff_t* offsets,
                               int width, float* sums) {
  std::array<Lanes, kCount> row;
  for (int k = 0; k < kCount; ++k) row[k] = lanes(sums + k * kLanes);
  for (int x = 0; x < width; x += kLanes) {
    const Lanes change = lanes(d + x);
    for (int k = 0; k < kCount; ++k) {
      if constexpr (kBefore) {
        row[k] += change * (lanes(a + x + offsets[k]) + lanes(b + x - offsets[k]));
      } else {
        row[k] += change * lanes(a + x + offsets[k]);
      }
    }
  }
  for (int k = 0; k < kCount; ++k) Eigen::Map<Lanes>(sums + k * kLanes) = row[k];
}

}  // namespace

// Let b be the perturbation before, a the one after, d = a - b. The sum over all pixels p of a(p) a(p + l) -
// b(p) b(p + l) equals that of d(p) (a(p + l) + b(p - l)), to which only pixels that change contribute.
template <bool kBefore>
void TextureFeatures::add_products(const FramedImage* before, const FramedImage& after, const Region& region,
                                   Eigen::VectorXd& sums) const {
  constexpr int kRows = 8;  // number of rows that are added up in single precision
  constexpr int kLast = 3;  // number of lags behind those of the scales
  constexpr std::ptrdiff_t kHere = 0;
  const auto lags = static_cast<Eigen::Index>(lags_.size());
  std::vector<std::ptrdiff_t> offsets;
  for (const Lag& lag : lags_) offsets.push_back(std::ptrdiff_t{lag.down} * after.stride() + lag.right);
  Sums partial = Sums::Zero(kLanes, sums.size());
  const int width = region.right - region.left;
  // Changes of a row of each channel, with zeros behind them.
  Eigen::ArrayXXf change = Eigen::ArrayXXf::Zero((width + kLanes - 1) / kLanes * kLanes, shape_.channels);
  std::vector<bool> changes(static_cast<std::size_t>(shape_.channels));  // whether a channel's row changes
  for (int y = region.top; y < region.bottom; ++y) {
    for (int c = 0; c < shape_.channels; ++c) {
      const float* const a = after.row(c, y) + region.left;
      const float* const b = kBefore ? before->row(c, y) + region.left : nullptr;
      float* const d = change.col(c).data();
      for (int x = 0; x < width; ++x) d[x] = kBefore ? a[x] - b[x] : a[x];
      // A channel that already has the new colour does not change.
      changes[static_cast<std::size_t>(c)] = !kBefore || (change.col(c) != 0).any();
      if (!changes[static_cast<std::size_t>(c)]) continue;
      Eigen::Index k = 0;
      for (; k < lags - kLast; k += kNewLags)
        add_row<kBefore, kNewLags>(d, a, b, offsets.data() + k, width, partial.col(k).data());
      add_row<kBefore, kLast>(d, a, b, offsets.data() + k, width, partial.col(k).data());
    }
    Eigen::Index k = lags;
    for (int c = 0; c < shape_.channels; ++c)
      for (int other = c + 1; other < shape_.channels; ++other, ++k) {
        float* const of_pair = partial.col(k).data();
        if (changes[static_cast<std::size_t>(c)])
          add_row<false, 1>(change.col(c).data(), after.row(other, y) + region.left, nullptr, &kHere, width,
                            of_pair);
        if constexpr (kBefore)
          if (changes[static_cast<std::size_t>(other)])
            add_row<false, 1>(change.col(other).data(), before->row(c, y) + region.left, nullptr, &kHere,
                              width, of_pair);
      }
    if ((y - region.top) % kRows == kRows - 1 || y + 1 == region.bottom) {
      sums += partial.colwise().sum().transpose().matrix().cast<double>();
      partial.setZero();
    }
  }
}

void TextureFeatures::add_change(const FramedImage& before, const FramedImage& after, const Region& region,
                                 Eigen::VectorXd& sums) const {
  add_products<true>(&before, after, region, sums);
}

Eigen::VectorXd TextureFeatures::sums(const FramedImage& perturbation) const {
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(lags_.size()) + pairs_);
  add_products<false>(nullptr, perturbation, whole(shape_), sums);
  return sums;
}

Eigen::RowVectorXd TextureFeatures::features(const Eigen::VectorXd& sums) const {
  const auto lags = static_cast<Eigen::Index>(lags_.size());
  // Without a perturbation all features are 0.
  const double square = std::max(sums[lags - 1] / shape_.size(), 1e-12);
  Eigen::RowVectorXd features(size());
  Eigen::Index feature = 0;
  for (int scale = 0; scale < scales_; ++scale)
    for (int k = scale * kNewLags; k < scale * kNewLags + kLagsOfScale; ++k, ++feature) {
      const Lag& lag = lags_[static_cast<std::size_t>(k)];
      const int height = std::max(shape_.height - lag.down, 1);
      const int width = std::max(shape_.width - std::abs(lag.right), 1);
      features[feature] = sums[k] / shape_.channels / height / width / square;
    }
  features.tail(pairs_) = sums.tail(pairs_).transpose() / (square * shape_.height * shape_.width);
  return features;
}

}  // namespace bora::attacks
