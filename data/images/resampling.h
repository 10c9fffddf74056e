// Images at another size.
#pragma once

#include "data/images/image_io.h"

namespace bora::data {

/// The image at `height` x `width` pixels, bilinear with antialiasing: where it becomes smaller, every source
/// pixel counts. Bit for bit what Pillow's BILINEAR gives, which is what torchvision's Resize does to images
/// from files, so that a classifier is shown what it was trained on. (Of Pillow before 13; since then an
/// image that becomes lower and wider at once may differ by a level here and there.) Throws
/// std::invalid_argument for a side below 1.
Image resized(const Image& image, int height, int width);

}  // namespace bora::data
