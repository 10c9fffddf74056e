// Variants of training images that keep their class.
#pragma once

#include <cstdint>
#include <span>

#include "common/layers.h"
#include "common/random.h"
#include "data/images/dataset.h"

namespace bora::models {

struct AugmentationOptions {
  int shift = 2;      ///< largest shift in each direction, pixels; the new border is black; 0: none
  bool flip = false;  ///< whether left and right are exchanged, with probability 1/2
};

/// Writes a variant of `image` (shape.size() bytes, CHW) to `out` as floats in [0, 1]. Draws the same number
/// of values from `rng` for every image.
void augment(std::span<const std::uint8_t> image, const ImageShape& shape, const AugmentationOptions& options,
             Rng& rng, float* out);

}  // namespace bora::models
