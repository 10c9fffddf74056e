// Defences that draw at random what they do to an image.
#pragma once

#include <cstdint>

#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::models {

/// All of these draw, for each row, from `seed`, the image, and how many rows equal to it came before it in
/// `images`: not from the batch it travels in.

/// Gaussian noise of this standard deviation, cut to [0, 1].
void add_noise(Batch& images, double deviation, std::uint64_t seed);

/// Each image at a size drawn between `least` (in (0, 1]) and 1 times its own, bilinear, at a place drawn on
/// a black canvas of its own size. Xie et al. (ICLR 2018) draw images of 299 to 330 on a canvas of 331; the
/// canvas is the image's own size here, since most classifiers take no other.
void resize_and_pad(Batch& images, const ImageShape& shape, double least, std::uint64_t seed);

}  // namespace bora::models
