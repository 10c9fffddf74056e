// Defences that change an image at random.
#pragma once

#include <cstdint>

#include "models/victims/victim.h"

namespace bora::models {

// The draws for a row depend on `seed`, its image and the number of equal rows before it in `images`, but not
// on the other rows of the batch.

/// Adds Gaussian noise with this standard deviation and clips the values to [0, 1]. images: n x size.
void add_noise(Batch& images, double deviation, std::uint64_t seed);

/// Resizes each image, bilinearly, to a random share of its size in [least, 1], and places it at a random
/// position on a black canvas of the original size. least: in (0, 1]. Xie et al. (ICLR 2018) place images of
/// 299 to 330 pixels on a canvas of 331; here the canvas has the image's size, since most classifiers accept
/// no other.
void resize_and_pad(Batch& images, const ImageShape& shape, double least, std::uint64_t seed);

}  // namespace bora::models
