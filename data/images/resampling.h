// Resizing of images.
#pragma once

#include "data/images/image_io.h"

namespace bora::data {

/// Returns the image at `height` x `width` pixels, bilinear with antialiasing: if it becomes smaller, every
/// source pixel counts. The result equals that of BILINEAR in Pillow before 13 bit for bit, which
/// torchvision's Resize applies to images from files, so that a classifier sees what it was trained on.
/// (Later versions may differ by one level in some pixels if an image becomes lower and wider at once.)
/// Throws std::invalid_argument for a side below 1.
Image resized(const Image& image, int height, int width);

}  // namespace bora::data
