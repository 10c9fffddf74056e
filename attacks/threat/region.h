// Rectangles of pixels.
#pragma once

#include <algorithm>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Rows [top, bottom) and columns [left, right) of every channel of an image.
struct Region {
  int top = 0, left = 0, bottom = 0, right = 0;

  bool empty() const { return top >= bottom || left >= right; }
  /// Returns the side of the smallest square that holds the region; 0 for an empty one.
  int side() const { return empty() ? 0 : std::max(bottom - top, right - left); }
};

inline Region whole(const ImageShape& shape) {
  return {0, 0, shape.height, shape.width};
}

}  // namespace bora::attacks
