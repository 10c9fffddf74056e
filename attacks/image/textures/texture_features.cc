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

constexpr int kRows = 8;  // number of rows that are added up in single precision

// Rows of a channel in which a perturbation changes, in a strip of kRows rows.
struct ChangedRows {
  std::array<int, kRows> rows;  // their numbers, counted from the first row of the strip
  int count = 0;
  // Changes of each row of the strip, one row a column, with zeros behind them up to a multiple of kLanes.
  Eigen::ArrayXXf changes;
};

// Adds the products d(p) (a(p + l) + b(p - l)) of the pixels p of the changed rows to column k of `sums`,
// kLanes x kCount, for each offset l = offsets[k]. a, b: first pixel of the strip, whose rows are `stride`
// floats apart. Without kBefore, b is not read and counts as 0. The function is not inlined, because the sums
// then stay in registers.
template <bool kBefore, int kCount>
[[gnu::noinline]] void add_rows(const ChangedRows& changed, const float* a, const float* b,
                                std::ptrdiff_t stride, const std::ptrdiff_t* offsets, float* sums) {
  std::array<Lanes, kCount> added;
  for (int k = 0; k < kCount; ++k) added[k] = lanes(sums + k * kLanes);
  for (int i = 0; i < changed.count; ++i) {
    const float* const d = changed.changes.col(changed.rows[i]).data();
    const std::ptrdiff_t first = changed.rows[i] * stride;
    for (Eigen::Index x = 0; x < changed.changes.rows(); x += kLanes) {
      const Lanes change = lanes(d + x);
      for (int k = 0; k < kCount; ++k) {
        if constexpr (kBefore) {
          added[k] += change * (lanes(a + first + x + offsets[k]) + lanes(b + first + x - offsets[k]));
        } else {
          added[k] += change * lanes(a + first + x + offsets[k]);
        }
      }
    }
  }
  for (int k = 0; k < kCount; ++k) Eigen::Map<Lanes>(sums + k * kLanes) = added[k];
}

}  // namespace

// Let b be the perturbation before, a the one after, d = a - b. The sum over all pixels p of a(p) a(p + l) -
// b(p) b(p + l) equals that of d(p) (a(p + l) + b(p - l)), to which only pixels that change contribute.
template <bool kBefore>
void TextureFeatures::add_products(const FramedImage* before, const FramedImage& after, const Region& region,
                                   Eigen::VectorXd& sums) const {
  constexpr int kLast = 3;  // number of lags behind those of the scales
  constexpr std::ptrdiff_t kHere = 0;
  const auto lags = static_cast<Eigen::Index>(lags_.size());
  const std::ptrdiff_t stride = after.stride();
  std::vector<std::ptrdiff_t> offsets;
  for (const Lag& lag : lags_) offsets.push_back(lag.down * stride + lag.right);
  Sums partial = Sums::Zero(kLanes, sums.size());
  const int width = region.right - region.left;
  std::vector<ChangedRows> changed(static_cast<std::size_t>(shape_.channels));
  Eigen::ArrayXf inside = Eigen::ArrayXf::Zero((width + kLanes - 1) / kLanes * kLanes);
  inside.head(width) = 1;
  for (ChangedRows& of_channel : changed) of_channel.changes.resize(inside.size(), kRows);
  for (int top = region.top; top < region.bottom; top += kRows) {
    const auto first = [&](const FramedImage& image, int c) { return image.row(c, top) + region.left; };
    for (int c = 0; c < shape_.channels; ++c) {
      const float* const a = first(after, c);
      const float* const b = kBefore ? first(*before, c) : nullptr;
      ChangedRows& of_channel = changed[static_cast<std::size_t>(c)];
      of_channel.count = 0;
      for (int row = 0; row < std::min(kRows, region.bottom - top); ++row) {
        float* const d = of_channel.changes.col(row).data();
        Lanes largest = Lanes::Zero();
        for (Eigen::Index x = 0; x < inside.size(); x += kLanes) {
          Lanes change = lanes(a + row * stride + x);
          if constexpr (kBefore) change -= lanes(b + row * stride + x);
          change *= lanes(inside.data() + x);
          Eigen::Map<Lanes>(d + x) = change;
          largest = largest.max(change.abs());
        }
        // A channel that already has the new colour does not change.
        if (!kBefore || largest.maxCoeff() > 0)
          of_channel.rows[static_cast<std::size_t>(of_channel.count++)] = row;
      }
      Eigen::Index k = 0;
      for (; k < lags - kLast; k += kNewLags)
        add_rows<kBefore, kNewLags>(of_channel, a, b, stride, offsets.data() + k, partial.col(k).data());
      add_rows<kBefore, kLast>(of_channel, a, b, stride, offsets.data() + k, partial.col(k).data());
    }
    Eigen::Index k = lags;
    for (int c = 0; c < shape_.channels; ++c)
      for (int other = c + 1; other < shape_.channels; ++other, ++k) {
        float* const of_pair = partial.col(k).data();
        add_rows<false, 1>(changed[static_cast<std::size_t>(c)], first(after, other), nullptr, stride, &kHere,
                           of_pair);
        if constexpr (kBefore)
          add_rows<false, 1>(changed[static_cast<std::size_t>(other)], first(*before, c), nullptr, stride,
                             &kHere, of_pair);
      }
    sums += partial.colwise().sum().transpose().matrix().cast<double>();
    partial.setZero();
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
