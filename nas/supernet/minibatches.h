// Minibatches of images in an order that the seed decides.
#pragma once

#include <cstdint>

#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/training/augmentation.h"
#include "nas/supernet/supernet.h"

namespace bora::nas {

class Minibatches {
 public:
  /// `images` must outlive the object.
  Minibatches(const ImageDataset& images, int size, const AugmentationOptions& augmentation,
              std::uint64_t seed)
      : images_(images), size_(size), augmentation_(augmentation), seed_(seed) {}

  /// Returns the number of minibatches of an epoch; the last may be smaller.
  int steps() const { return (images_.size() + size_ - 1) / size_; }
  /// Returns minibatch `number`, 0, 1, ..., of an endless sequence of epochs, each in another order and with
  /// other augmentation. It depends only on the seed and the number.
  Minibatch at(std::int64_t number) const;

 private:
  const ImageDataset& images_;
  int size_;
  AugmentationOptions augmentation_;
  std::uint64_t seed_;
};

/// Returns images [begin, begin + size), fewer at the end of the data, without augmentation.
Minibatch plain_minibatch(const ImageDataset& images, int begin, int size);

}  // namespace bora::nas
