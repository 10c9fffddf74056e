// Images that are made for a test.
#pragma once

#include <cstdint>

#include "common/random.h"
#include "data/images/dataset.h"
#include "support/labelled_inputs.h"
#include "support/layers.h"

namespace bora::testing {

/// Returns images whose classes are 0, 1, ..., classes - 1, 0, ... `pixel(rng, label, position)`: returns the
/// value of a pixel, 0 to 255; position: 0 to shape.size() - 1.
template <typename Pixel>
ImageDataset generated_images(int count, const ImageShape& shape, int classes, std::uint64_t seed,
                              const Pixel& pixel) {
  auto data = labelled_inputs<ImageDataset>(count, classes, "generated");
  data.shape = shape;
  Rng rng(seed);
  for (const int label : data.labels)
    for (int position = 0; position < shape.size(); ++position)
      data.pixels.push_back(static_cast<std::uint8_t>(pixel(rng, label, position)));
  return data;
}

}  // namespace bora::testing
