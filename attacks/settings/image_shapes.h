// Shapes of images on which settings depend: any shape, and large images.
#pragma once

#include <algorithm>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Shape for checks of settings when no shape is known yet, and for attacks whose settings do not depend on
/// one: larger than any setting that is bounded by the image.
inline constexpr ImageShape kAnyShape{3, 4096, 4096};

/// Returns whether images are about as large as those of ImageNet, 100 pixels a side or more, for which
/// authors publish other settings than for small ones. False for kAnyShape.
inline bool is_large(const ImageShape& shape) {
  constexpr int kLeast = 100;
  return std::min(shape.height, shape.width) >= kLeast && shape != kAnyShape;
}

}  // namespace bora::attacks
