#include "models/networks/network.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/toy_dataset.h"
#include "models/victims/evaluation.h"
#include "support/input_error.h"

namespace bora::models {
namespace {

using testing::expect_input_error;

NetworkOptions options(const std::string& architecture, const ImageShape& input, int classes = 10) {
  NetworkOptions options;
  options.architecture = architecture;
  options.input = input;
  options.classes = classes;
  return options;
}

TEST(Network, TakesAnyShapeAndNumberOfClasses) {
  for (const auto& architecture : architectures())
    for (const auto& [shape, classes] :
         {std::pair{ImageShape{1, 16, 16}, 2}, {{1, 28, 28}, 10}, {{3, 17, 23}, 7}, {{3, 64, 48}, 100}}) {
      Network network(options(architecture, shape, classes));
      const auto scores = network.scores(images_as_batch(bars(3, shape, 2, 1), 0, 3)).values;
      EXPECT_EQ(scores.rows(), 3);
      EXPECT_EQ(scores.cols(), classes);
      EXPECT_TRUE(scores.allFinite());
      EXPECT_NE(scores.row(0), scores.row(1));
    }
}

TEST(Network, HasTheWeightsOfItsArchitecture) {
  // Convolutions, hidden and output layer, each with its biases.
  EXPECT_EQ(Network(options("lenet", {1, 28, 28})).weights(),
            (25 + 1) * 16 + (25 * 16 + 1) * 32 + (49 * 32 + 1) * 128 + (128 + 1) * 10);
  // A ResNet-20 with parameter-free shortcuts has 269,722 weights; ours has two 1x1 convolutions with batch
  // normalisation in their place.
  EXPECT_EQ(Network(options("resnet20", {3, 32, 32})).weights(), 269722 + (16 + 2) * 32 + (32 + 2) * 64);
  // 3x3 convolutions without biases, two weights of normalisation a channel, and the output layer.
  EXPECT_EQ(
      Network(options("vgg7", {3, 32, 32})).weights(),
      9 * (3 * 16 + 16 * 16 + 16 * 32 + 32 * 32 + 32 * 64 + 64 * 64) + 2 * 2 * (16 + 32 + 64) + 65 * 10);
}

TEST(Network, DependsOnItsSeedAlone) {
  const auto images = images_as_batch(bars(4, {1, 16, 16}, 2, 2), 0, 4);
  for (const auto& architecture : {"lenet", "resnet8"}) {
    auto first = options(architecture, {1, 16, 16});
    auto second = first;
    second.seed = 1;
    EXPECT_EQ(Network(first).scores(images).values, Network(first).scores(images).values);
    EXPECT_NE(Network(first).scores(images).values, Network(second).scores(images).values);
  }
}

TEST(Network, NormalisesByChannel) {
  auto dataset = bars(6, {3, 16, 16}, 3, 3);
  for (int i = 0; i < dataset.size(); ++i)  // the blue channel is constant
    std::fill_n(dataset.pixels.begin() + i * dataset.shape.size() + 2 * 256, 256, std::uint8_t{51});
  NetworkOptions network = options("lenet", dataset.shape, 3);
  set_normalisation(network, dataset);
  ASSERT_EQ(network.mean.size(), 3u);
  const auto batch = images_as_batch(dataset, 0, dataset.size());
  for (int channel = 0; channel < 2; ++channel) {
    const Eigen::ArrayXXd values = batch.middleCols(channel * 256, 256).cast<double>();
    EXPECT_NEAR(network.mean[channel], values.mean(), 1e-6);
    EXPECT_NEAR(network.deviation[channel], std::sqrt((values - values.mean()).square().mean()), 1e-6);
  }
  EXPECT_NEAR(network.mean[2], 0.2, 1e-6);
  EXPECT_EQ(network.deviation[2], 1);

  // The network without normalisation gives the same scores for inputs that are normalised outside.
  NetworkOptions plain = network;
  plain.mean.clear();
  plain.deviation.clear();
  Batch normalised = batch;
  for (int channel = 0; channel < 3; ++channel) {
    auto plane = normalised.middleCols(channel * 256, 256).array();
    plane = (plane - network.mean[channel]) / network.deviation[channel];
  }
  EXPECT_LT((Network(network).scores(batch).values - Network(plain).scores(normalised).values)
                .cwiseAbs()
                .maxCoeff(),
            1e-5);
}

TEST(Network, RefusesInvalidOptions) {
  expect_input_error(
      [] {
        Network(options("lenett", {1, 28, 28}));
      },
      "'lenett' is not one of", "did you mean lenet?");
  expect_input_error([] { Network(options("lenet", {1, 15, 28})); }, "1x15x28", "1x16x16");
  expect_input_error([] { Network(options("lenet", {1, 28, 28}, 1)); }, "number of classes is 1");
  auto wrong = options("lenet", {1, 28, 28});
  wrong.mean = {0.5f, 0.5f};
  expect_input_error([&] { Network network(wrong); }, "normalisation", "2 channels of 1");
  wrong.mean.clear();
  wrong.deviation = {0.0f};
  expect_input_error([&] { Network network(wrong); }, "deviation is 0");
}

}  // namespace
}  // namespace bora::models
