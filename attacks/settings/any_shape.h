// Shape of images that are not known yet.
#pragma once

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Shape for checks of settings when no shape is known yet, and for attacks whose settings do not depend on
/// one: larger than any setting that is bounded by the image.
inline constexpr ImageShape kAnyShape{3, 4096, 4096};

}  // namespace bora::attacks
