#include "nas/estimator/zero_cost.h"

#include <cmath>

#include <gtest/gtest.h>

#include "nas/network/architecture_network.h"
#include "support/input_error.h"

namespace bora {
namespace {

constexpr ImageShape kShape{1, 16, 16};

ImageDataset images(int count) {
  ImageDataset data;
  data.shape = kShape;
  data.classes = 3;
  Rng rng(5);
  for (int i = 0; i < count; ++i) {
    data.labels.push_back(i % 3);
    data.records.push_back(i);
    for (int p = 0; p < kShape.size(); ++p) data.pixels.push_back(static_cast<std::uint8_t>(rng.index(256)));
  }
  return data;
}

NetworkOptions network(const std::string& space, const std::string& text, std::uint64_t seed = 1) {
  const SpacePtr made = make_space(space);
  NetworkOptions options =
      architecture_network(*made, made->parse(text), {.channels = 4, .cells = 1, .stages = 3}, kShape, 3);
  options.seed = seed;
  return options;
}

double score(const std::vector<double>& scores, const std::string& name) {
  const auto& names = zero_cost_names();
  return scores[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
}

const char* const kConvolutions =
    "|nor_conv_3x3~0|+|nor_conv_3x3~0|nor_conv_3x3~1|+|nor_conv_3x3~0|nor_conv_3x3~1|nor_conv_3x3~2|";
const char* const kSkips = "|none~0|+|none~0|none~1|+|skip_connect~0|none~1|none~2|";

TEST(ZeroCost, SameSeedSameScores) {
  const ImageDataset data = images(80);
  const auto scores = zero_cost_scores(network("nb201", kConvolutions), data);
  ASSERT_EQ(scores.size(), zero_cost_names().size());
  EXPECT_EQ(zero_cost_scores(network("nb201", kConvolutions), data), scores);
  EXPECT_NE(zero_cost_scores(network("nb201", kConvolutions, 2), data), scores);
  EXPECT_NE(zero_cost_scores(network("nb201", kConvolutions), data, {.seed = 3}), scores);
  EXPECT_EQ(score(scores, "params"), static_cast<double>(Network(network("nb201", kConvolutions)).weights()));
}

TEST(ZeroCost, MoreConvolutionsScoreMore) {
  const ImageDataset data = images(64);
  const auto many = zero_cost_scores(network("nb201", kConvolutions), data);
  const auto none = zero_cost_scores(network("nb201", kSkips), data);
  for (const char* name : {"params", "l2_norm", "grad_norm", "snip", "synflow"})
    EXPECT_GT(score(many, name), score(none, name)) << name;
}

// With |theta| for weights, biases of 0 and inputs >= 0 the output is linear in the input, and so is the
// score.
TEST(ZeroCost, SynflowIsProportionalToTheInput) {
  NetworkOptions options = network("mlp", "relu:8@0 softmax@1");
  options.mean = {0};
  options.deviation = {1};
  const double once = score(zero_cost_scores(options, images(4)), "synflow");
  options.deviation = {0.5F};
  EXPECT_NEAR(score(zero_cost_scores(options, images(4)), "synflow") - once, std::log(2.0), 1e-5);
}

TEST(ZeroCost, ImagesThatAreAlikeAreWorstForJaccov) {
  ImageDataset same = images(20);
  for (std::size_t i = 0; i < same.pixels.size(); ++i)
    same.pixels[i] = same.pixels[i % static_cast<std::size_t>(kShape.size())];
  const NetworkOptions options = network("nb201", kConvolutions);
  EXPECT_LT(score(zero_cost_scores(options, same), "jaccov"),
            score(zero_cost_scores(options, images(20)), "jaccov"));
}

TEST(ZeroCost, NumbersAreFiniteForAllSpaces) {
  const ImageDataset data = images(16);
  for (const char* name : {"cnn", "mlp"}) {
    const SpacePtr space = make_space(name);
    Rng rng(4);
    for (int i = 0; i < 3; ++i) {
      NetworkOptions options = architecture_network(*space, space->sample(rng), {}, kShape, 3);
      for (const double one : zero_cost_scores(options, data)) EXPECT_GT(one, -1e299);
    }
  }
}

TEST(ZeroCost, RefusesWhatIsTooLittle) {
  testing::expect_input_error([] { zero_cost_scores(network("nb201", kSkips), images(1)); }, "1 images");
  testing::expect_input_error([] { zero_cost_scores(network("nb201", kSkips), images(4), {.images = 1}); },
                              "images");
}

}  // namespace
}  // namespace bora
