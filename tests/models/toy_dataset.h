// Images that a small network learns in a few steps.
#pragma once

#include "common/random.h"
#include "data/images/dataset.h"

namespace bora::models {

/// Returns `n` noisy images of `classes` classes, with a bright bar whose row determines the class.
inline ImageDataset bars(int n, const ImageShape& shape, int classes, std::uint64_t seed) {
  ImageDataset dataset;
  dataset.shape = shape;
  dataset.classes = classes;
  dataset.source = "bars";
  Rng rng(seed);
  for (int i = 0; i < n; ++i) {
    const int label = i % classes;
    dataset.labels.push_back(label);
    dataset.records.push_back(i);
    const int bar = (2 * label + 1) * shape.height / (2 * classes);
    for (int channel = 0; channel < shape.channels; ++channel)
      for (int row = 0; row < shape.height; ++row)
        for (int column = 0; column < shape.width; ++column)
          dataset.pixels.push_back(static_cast<std::uint8_t>(rng.index(60) + (row == bar ? 190 : 0)));
  }
  return dataset;
}

}  // namespace bora::models
