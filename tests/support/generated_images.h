// Images that are made for a test.
#pragma once

#include <cstdint>

#include "common/random.h"
#include "data/images/dataset.h"
#include "support/layers.h"

namespace bora::testing {

/// Returns images whose classes are 0, 1, ..., classes - 1, 0, ... `pixel(rng, label, position)`: returns the
/// value of a pixel, 0 to 255; position: 0 to shape.size() - 1.
template <typename Pixel>
ImageDataset generated_images(int count, const ImageShape& shape, int classes, std::uint64_t seed,
                              const Pixel& pixel) {
  ImageDataset data;
  data.shape = shape;
  data.classes = classes;
  data.source = "generated";
  Rng rng(seed);
  for (int i = 0; i < count; ++i) {
    data.labels.push_back(i % classes);
    data.records.push_back(i);
    for (int position = 0; position < shape.size(); ++position)
      data.pixels.push_back(static_cast<std::uint8_t>(pixel(rng, i % classes, position)));
  }
  return data;
}

}  // namespace bora::testing
