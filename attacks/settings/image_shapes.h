// Shapes of images on which settings depend: any shape, and large images.
#pragma once

#include <algorithm>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Shape for checks of settings before the shape of the images is known, and for attacks whose settings do
/// not depend on it. It is so large that no setting exceeds it.
inline constexpr ImageShape kAnyShape{3, 4096, 4096};

/// Returns whether both sides have 100 pixels or more, as in ImageNet, for which authors publish other
/// settings than for small images. False for kAnyShape.
inline bool is_large(const ImageShape& shape) {
  constexpr int kLeast = 100;
  return std::min(shape.height, shape.width) >= kLeast && shape != kAnyShape;
}

}  // namespace bora::attacks
