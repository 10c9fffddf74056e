#include "models/training/augmentation.h"

#include <algorithm>

namespace bora::models {

void augment(std::span<const std::uint8_t> image, const ImageShape& shape, const AugmentationOptions& options,
             Rng& rng, float* out) {
  const int down = rng.index(2 * options.shift + 1) - options.shift;
  const int right = rng.index(2 * options.shift + 1) - options.shift;
  const bool mirrored = rng.sign() > 0 && options.flip;
  std::fill_n(out, shape.size(), 0.0f);
  for (int channel = 0; channel < shape.channels; ++channel)
    for (int row = 0; row < shape.height; ++row) {
      const int to_row = row + down;
      if (to_row < 0 || to_row >= shape.height) continue;
      const std::uint8_t* from = image.data() + (channel * shape.height + row) * shape.width;
      float* to = out + (channel * shape.height + to_row) * shape.width;
      for (int column = 0; column < shape.width; ++column) {
        const int to_column = (mirrored ? shape.width - 1 - column : column) + right;
        if (to_column >= 0 && to_column < shape.width)
          to[to_column] = static_cast<float>(from[column]) / 255.0f;
      }
    }
}

}  // namespace bora::models
