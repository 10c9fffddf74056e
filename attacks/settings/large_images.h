// Images for which authors publish other settings than for small ones.
#pragma once

#include <algorithm>

#include "attacks/settings/any_shape.h"
#include "common/layers.h"

namespace bora::attacks {

/// Returns whether images are about as large as those of ImageNet: 100 pixels a side or more. False for
/// kAnyShape.
inline bool is_large(const ImageShape& shape) {
  constexpr int kLeast = 100;
  return std::min(shape.height, shape.width) >= kLeast && shape != kAnyShape;
}

}  // namespace bora::attacks
