// Minibatches of images in a random order.
#pragma once

#include <cstdint>
#include <vector>

#include "common/layers.h"
#include "data/images/dataset.h"
#include "models/training/augmentation.h"
#include "nas/supernet/supernet.h"

namespace bora::nas {

/// Endless sequence of epochs of minibatches, each epoch in another random order and with other augmentation.
/// An object keeps the order of the epoch that was asked for last, so that it is for one thread.
class Minibatches {
 public:
  /// images: must outlive this. size: number of images of a minibatch, >= 1.
  Minibatches(const ImageDataset& images, int size, const AugmentationOptions& augmentation,
              std::uint64_t seed)
      : images_(images), size_(size), augmentation_(augmentation), seed_(seed) {}

  /// Returns the number of minibatches of an epoch; the last one may be smaller.
  int steps() const { return (images_.size() + size_ - 1) / size_; }
  /// Returns minibatch `number` (0, 1, ...) of the sequence, which depends only on the seed and the number.
  Minibatch at(std::int64_t number) const;

 private:
  const ImageDataset& images_;
  int size_;
  AugmentationOptions augmentation_;
  std::uint64_t seed_;
  mutable std::int64_t epoch_ = -1;  // epoch of order_; -1: none
  mutable std::vector<int> order_;
};

/// Returns the images [begin, begin + size), or up to the last image, without augmentation.
Minibatch plain_minibatch(const ImageDataset& images, int begin, int size);

}  // namespace bora::nas
