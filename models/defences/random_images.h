// Defences that change an image at random.
#pragma once

#include <cstdint>

#include "models/victims/victim.h"

namespace bora::models {

// All draws for a row depend on `seed`, the image and the number of equal rows before it in `images`, not on
// the other rows of the batch.

/// Adds Gaussian noise of this standard deviation and clips the values to [0, 1].
void add_noise(Batch& images, double deviation, std::uint64_t seed);

/// Scales each image, bilinearly, to a size drawn between `least` (in (0, 1]) and 1 times its own, and puts
/// it at a drawn place on a black canvas of its original size. Xie et al. (ICLR 2018) place images of 299 to
/// 330 pixels on a canvas of 331; here the canvas has the image's size, since most classifiers take no other.
void resize_and_pad(Batch& images, const ImageShape& shape, double least, std::uint64_t seed);

}  // namespace bora::models
