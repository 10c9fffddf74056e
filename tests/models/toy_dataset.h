// Images that a small network learns in a few steps.
#pragma once

#include "support/generated_images.h"

namespace bora::models {

/// Returns `n` noisy images of `classes` classes, with a bright bar whose row determines the class.
inline ImageDataset bars(int n, const ImageShape& shape, int classes, std::uint64_t seed) {
  return testing::generated_images(n, shape, classes, seed, [&](Rng& rng, int label, int position) {
    const int bar = (2 * label + 1) * shape.height / (2 * classes);
    return rng.index(60) + (position / shape.width % shape.height == bar ? 190 : 0);
  });
}

}  // namespace bora::models
