// Helpers of the tests of supernets.
#pragma once

#include "models/toy_dataset.h"
#include "nas/supernet/minibatches.h"
#include "nas/supernet/supernet_run.h"
#include "support/layers.h"

namespace bora::testing {

constexpr ImageShape kSmallShape{1, 16, 16};

inline SupernetOptions small_supernet(int stages = 2) {
  SupernetOptions options;
  options.network = {.channels = 3, .cells = 1, .stages = stages};
  options.input = kSmallShape;
  options.classes = 3;
  options.mean = {0.2F};
  options.deviation = {0.25F};
  options.seed = 7;
  return options;
}

/// Few images for training and for validation.
struct SmallData {
  ImageDataset train = bars(24, kSmallShape, 3, 1), validation = bars(12, kSmallShape, 3, 2);
  SupernetData data{train, validation, {.shift = 1}, 12};
};

}  // namespace bora::testing
