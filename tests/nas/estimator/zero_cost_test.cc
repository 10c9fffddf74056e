#include "nas/estimator/zero_cost.h"

#include <cmath>

#include <gtest/gtest.h>

#include "nas/network/architecture_network.h"
#include "support/generated_images.h"
#include "support/input_error.h"

namespace bora::nas {
namespace {

constexpr ImageShape kShape{1, 16, 16};

ImageDataset images(int count) {
  return testing::generated_images(count, kShape, 3, 5, [](Rng& rng, int, int) { return rng.index(256); });
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

// Network of one linear layer, logits W x, whose scores have closed forms. W is computed from its logits.
TEST(ZeroCost, ScoresOfALinearNetworkAreAsDefined) {
  constexpr int kImages = 12, kClasses = 3;
  const SpacePtr space = make_space("mlp");
  NetworkOptions options = architecture_network(*space, space->parse("softmax@0"), {}, kShape, kClasses);
  options.seed = 4;
  const ImageDataset data = images(kImages);
  const auto scores = zero_cost_scores(options, data);

  Network network(options);
  const Batch unit = Batch::Identity(kShape.size(), kShape.size());
  const Eigen::MatrixXd W = network.scores(unit).values.cast<double>().transpose();  // classes x pixels
  Eigen::MatrixXd X(kImages, kShape.size());
  for (int i = 0; i < kImages; ++i)
    for (int p = 0; p < kShape.size(); ++p)
      X(i, p) = data.pixels[static_cast<std::size_t>(i) * static_cast<std::size_t>(kShape.size()) +
                            static_cast<std::size_t>(p)] /
                255.0;
  const Eigen::MatrixXd logits = X * W.transpose();
  Eigen::MatrixXd P = logits.array().exp();
  for (int i = 0; i < kImages; ++i) P.row(i) /= P.row(i).sum();
  Eigen::MatrixXd R = P;
  for (int i = 0; i < kImages; ++i) R(i, data.labels[static_cast<std::size_t>(i)]) -= 1;
  const Eigen::MatrixXd G = R.transpose() * X / kImages;
  const double tolerance = 1e-4;
  EXPECT_NEAR(score(scores, "l2_norm"), W.norm(), tolerance * W.norm());
  EXPECT_NEAR(score(scores, "grad_norm"), G.norm(), tolerance * G.norm());
  EXPECT_NEAR(score(scores, "snip"), W.cwiseProduct(G).cwiseAbs().sum(), tolerance);
  EXPECT_NEAR(score(scores, "plain"), W.cwiseProduct(G).sum(), tolerance);
  // H G is the derivative of the gradient in the direction G.
  const Eigen::MatrixXd D = X * G.transpose();
  Eigen::MatrixXd moved(kImages, kClasses);
  for (int i = 0; i < kImages; ++i)
    moved.row(i) = P.row(i).cwiseProduct(D.row(i)) - P.row(i) * P.row(i).dot(D.row(i));
  const Eigen::MatrixXd HG = moved.transpose() * X / kImages;
  EXPECT_NEAR(score(scores, "grasp"), -W.cwiseProduct(HG).sum(), tolerance);
  EXPECT_NEAR(score(scores, "synflow"), std::log(W.cwiseAbs().sum()), 1e-5);
  // All images have the same gradient, so that all correlations are 1: one eigenvalue is n, the others are 0.
  constexpr double k = 1e-5;
  const double expected =
      -(std::log(kImages + k) + 1 / (kImages + k) + (kImages - 1) * (std::log(k) + 1 / k));
  EXPECT_NEAR(score(scores, "jaccov") / expected, 1, 1e-3);
}

TEST(ZeroCost, SynflowAddsSeveralDecisions) {
  const ImageDataset data = images(8);
  const auto one = zero_cost_scores(network("mlp", "relu:8@0 softmax@1"), data);
  const auto two = zero_cost_scores(network("mlp", "relu:8@0 softmax@1 softmax@1"), data);
  EXPECT_GT(score(two, "synflow"), score(one, "synflow"));
  EXPECT_LT(score(two, "synflow"), score(one, "synflow") + 3);
}

TEST(ZeroCost, JaccovIsSmallestForEqualGradients) {
  ImageDataset same = images(20);
  for (std::size_t i = 0; i < same.pixels.size(); ++i)
    same.pixels[i] = same.pixels[i % static_cast<std::size_t>(kShape.size())];
  const NetworkOptions options = network("nb201", kConvolutions);
  EXPECT_LT(score(zero_cost_scores(options, same), "jaccov"),
            score(zero_cost_scores(options, images(20)), "jaccov"));
}

TEST(ZeroCost, ScoresAreFiniteForAllSpaces) {
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

TEST(ZeroCost, RefusesTooFewImages) {
  testing::expect_input_error([] { zero_cost_scores(network("nb201", kSkips), images(1)); }, "1 image,");
  testing::expect_input_error([] { zero_cost_scores(network("nb201", kSkips), images(4), {.images = 1}); },
                              "images: 1 is below 2");
}

}  // namespace
}  // namespace bora::nas
