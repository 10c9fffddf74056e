#include "nas/space/mlp_training_space.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

TEST(MlpTrainingSpace, TextDescribesNetworkAndTraining) {
  const MlpTrainingSpace space;
  const Architecture one = space.parse("128-64 epochs=12 lr=0.0123");
  EXPECT_EQ(one.text(), "128-64 epochs=12 lr=0.0123");
  EXPECT_EQ(space.network(one).text(), space.networks()->parse("relu:128@0 relu:64@1 softmax@2").text());
  ASSERT_TRUE(space.training(one));
  EXPECT_EQ(space.training(one)->epochs, 12);
  EXPECT_EQ(space.training(one)->learning_rate, 0.0123);
  const Architecture none = space.parse("none epochs=1 lr=0.3");
  EXPECT_EQ(space.network(none).text(), space.networks()->parse("softmax@0").text());
  EXPECT_FALSE(make_space("mlp")->training(space.network(none))) << "all are trained alike elsewhere";
}

TEST(MlpTrainingSpace, StatisticsAreAPointOfTheUnitBox) {
  const MlpTrainingSpace space;
  const auto box = space.statistics(space.parse("256-8 epochs=30 lr=0.001"));
  EXPECT_EQ(box, (std::vector<double>{1, 8.0 / 256, 0, 1, 0}));
  EXPECT_NEAR(space.statistics(space.parse("none epochs=1 lr=0.0173"))[4], 0.5, 1e-3) << "by the logarithm";
  Rng rng(1);
  std::vector<double> sum(5, 0.0);
  int layers = 0;
  constexpr int kDraws = 500;
  for (int i = 0; i < kDraws; ++i) {
    const auto numbers = space.statistics(space.sample(rng));
    ASSERT_EQ(numbers.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_TRUE(numbers[k] >= 0 && numbers[k] <= 1);
      sum[k] += numbers[k] / kDraws;
    }
    layers += numbers[2] > 0 ? 1 : 0;
  }
  for (const std::size_t k : {0, 3, 4}) EXPECT_NEAR(sum[k], 0.5, 0.06) << k;
  EXPECT_GT(layers, 0.8 * kDraws);
}

TEST(MlpTrainingSpace, SaysWhatIsWrong) {
  const MlpTrainingSpace space;
  using testing::expect_input_error;
  expect_input_error([&] { space.parse("128-64"); }, "mlp-training", "expected e.g.");
  expect_input_error([&] { space.parse("128-7 epochs=12 lr=0.1"); }, "'7'", "8 to 256 units");
  expect_input_error([&] { space.parse("8-8-8-8 epochs=12 lr=0.1"); }, "3 layers");
  expect_input_error([&] { space.parse("8 epochs=31 lr=0.1"); }, "1 to 30 epochs");
  expect_input_error([&] { space.parse("8 epochs=3 lr=1"); }, "learning rate of 0.001 to 0.3");
  expect_input_error([&] { space.parse("8 epochs=3 lr=nan"); }, "learning rate");
}

}  // namespace
}  // namespace bora::nas
