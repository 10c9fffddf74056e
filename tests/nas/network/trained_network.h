// Helpers of the tests of networks that a search may train.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "models/networks/export.h"
#include "models/training/training.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/generated_images.h"
#include "support/layers.h"
#include "support/temporary_folder.h"

namespace bora::testing {

constexpr ImageShape kOddShape{1, 17, 18};  // odd sides are halved, too

inline Batch random_images(int count) {
  Rng rng(3);
  Batch batch(count, kOddShape.size());
  for (Eigen::Index i = 0; i < batch.size(); ++i) batch.data()[i] = static_cast<float>(rng.uniform());
  return batch;
}

/// Returns images of three classes, which differ in the positions of bright stripes.
inline ImageDataset stripes(int count = 60) {
  return generated_images(count, kOddShape, 3, 5, [](Rng& rng, int label, int position) {
    return rng.index(60) + (position % 3 == label ? 150 : 0);
  });
}

/// Trains a network on stripes() and expects the same result for any number of threads and in TorchScript.
/// Returns the training accuracy.
inline double learnt_the_same_everywhere(NetworkOptions options, int epochs) {
  const TemporaryFolder folder;
  const ImageDataset data = stripes();
  const std::string what = options.architecture;
  options.seed = 7;
  set_normalisation(options, data);
  ThreadPool pool(1), two(2);
  const auto trained = [&](ThreadPool& threads) {
    Network network(options, &threads);
    TrainingOptions training;
    training.epochs = epochs;
    training.batch = 20;
    training.learning_rate = 0.05;
    training.augmentation.shift = 0;
    EXPECT_EQ(train(network, data, training, threads).epochs, epochs);
    return network;
  };
  Network network = trained(pool);
  const auto scores = network.scores(random_images(5)).values;
  EXPECT_EQ(trained(two).scores(random_images(5)).values, scores) << what;
  const std::string file = (folder / "network.pt").string();
  export_torchscript(network, file);
  const auto loaded = load_torchscript({.address = file});
  EXPECT_LT((loaded->scores(random_images(5)).values - scores).cwiseAbs().maxCoeff(), 1e-4F) << what;
  return measure_accuracy(network, data).fraction();
}

}  // namespace bora::testing
