// Disjoint rectangles of pixels, and images with a margin of zeros.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "attacks/threat/changed_pixels.h"

namespace bora::attacks {

/// Adds the part of `region` that none of `regions` covers, cut into rectangles. The regions stay disjoint.
/// `first`: index of the first of `regions` that may overlap it.
inline void add_disjoint(const Region& region, std::vector<Region>& regions, std::size_t first = 0) {
  for (std::size_t i = first; i < regions.size(); ++i) {
    const Region& other = regions[i];
    const Region both = {std::max(region.top, other.top), std::max(region.left, other.left),
                         std::min(region.bottom, other.bottom), std::min(region.right, other.right)};
    if (both.empty()) continue;
    for (const Region& part : {Region{region.top, region.left, both.top, region.right},
                               Region{both.bottom, region.left, region.bottom, region.right},
                               Region{both.top, region.left, both.bottom, both.left},
                               Region{both.top, both.right, both.bottom, region.right}})
      add_disjoint(part, regions, i + 1);
    return;
  }
  if (!region.empty()) regions.push_back(region);
}

/// Values of the pixels of an image, with a margin of zeros around each channel, so that the neighbours of a
/// pixel up to the margin away can be read without checks of bounds.
class FramedImage {
 public:
  /// Number of floats that may be read starting at any value of the image or its margin.
  static constexpr int kReadable = 16;

  FramedImage() = default;
  FramedImage(const ImageShape& shape, int margin)
      : rows_(shape.height + 2 * margin),
        stride_(shape.width + 2 * margin),
        margin_(margin),
        values_(static_cast<std::size_t>(shape.channels) * rows_ * stride_ + margin + kReadable) {}

  /// Returns the first pixel of a row; the next row starts stride() floats later.
  float* row(int channel, int y) { return values_.data() + start(channel, y); }
  const float* row(int channel, int y) const { return values_.data() + start(channel, y); }
  int stride() const { return stride_; }

 private:
  std::ptrdiff_t start(int channel, int y) const {
    return (static_cast<std::ptrdiff_t>(channel) * rows_ + y + margin_) * stride_ + margin_;
  }

  int rows_ = 0, stride_ = 0, margin_ = 0;
  std::vector<float> values_;
};

}  // namespace bora::attacks
