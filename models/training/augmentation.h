// Random variants of training images (data augmentation).
#pragma once

#include <cstdint>
#include <span>

#include "common/layers.h"
#include "common/random.h"
#include "data/images/dataset.h"

namespace bora::models {

/// Options of augmented data.
struct AugmentationOptions {
  int shift = 2;      ///< largest shift in each direction, in pixels, 0 to 8; the new border is black
  bool flip = false;  ///< whether images are mirrored left to right with probability 1/2
};

/// Writes a random variant of `image` (shape.size() bytes, CHW) to `out` as shape.size() floats in [0, 1].
/// Draws the same number of values from `rng` for every image.
void augment(std::span<const std::uint8_t> image, const ImageShape& shape, const AugmentationOptions& options,
             Rng& rng, float* out);

}  // namespace bora::models
