#include "nas/supernet/minibatches.h"

#include <algorithm>

#include "common/random.h"

namespace bora::nas {

Minibatch Minibatches::at(std::int64_t number) const {
  const auto epoch = static_cast<std::uint64_t>(number / steps());
  const auto begin = static_cast<int>(number % steps()) * size_;
  if (epoch_ != number / steps()) {
    order_ = Rng(mix_seed(mix_seed(seed_, "order"), epoch)).permutation(images_.size());
    epoch_ = number / steps();
  }
  Minibatch batch;
  const int count = std::min(size_, images_.size() - begin);
  batch.images.resize(count, images_.shape.size());
  for (int i = 0; i < count; ++i) {
    const int index = order_[static_cast<std::size_t>(begin + i)];
    Rng rng(mix_seed(mix_seed(mix_seed(seed_, "variant"), epoch), static_cast<std::uint64_t>(index)));
    augment(images_.image(index), images_.shape, augmentation_, rng, batch.images.row(i).data());
    batch.labels.push_back(images_.labels[static_cast<std::size_t>(index)]);
  }
  return batch;
}

Minibatch plain_minibatch(const ImageDataset& images, int begin, int size) {
  Minibatch batch;
  const int count = std::min(size, images.size() - begin);
  batch.images = images_as_batch(images, begin, count);
  batch.labels.assign(images.labels.begin() + begin, images.labels.begin() + begin + count);
  return batch;
}

}  // namespace bora::nas
