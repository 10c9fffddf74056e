// Variants of training images that keep their class.
#pragma once

#include <cstdint>
#include <span>

#include "common/layers.h"
#include "common/random.h"
#include "data/images/dataset.h"

namespace bora::models {

struct AugmentationOptions {
  int shift = 2;      ///< moves by up to so many pixels in each direction, what comes in is black; 0 = none
  bool flip = false;  ///< mirrors left and right, half the time
};

/// Writes a variant of `image` (shape.size() bytes, CHW) to `out` as floats in [0, 1]. Takes as many numbers
/// from `rng` for every image.
void augment(std::span<const std::uint8_t> image, const ImageShape& shape, const AugmentationOptions& options,
             Rng& rng, float* out);

}  // namespace bora::models
