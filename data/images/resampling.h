// Resizing of images.
#pragma once

#include "data/images/image_io.h"

namespace bora::data {

/// Resizes an image to `height` x `width` pixels, bilinearly and with antialiasing: if it becomes smaller,
/// every source pixel has a weight. The result is bit for bit that of BILINEAR in Pillow before version 13,
/// which torchvision's Resize applies to images from files, so a classifier gets the same pixels as in its
/// training. (Later versions may differ by one level in some pixels if an image becomes lower and wider.)
/// Throws std::invalid_argument for a side below 1.
Image resized(const Image& image, int height, int width);

}  // namespace bora::data
