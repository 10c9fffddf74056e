#include "nas/network/layered_body.h"

#include <gtest/gtest.h>

#include "nas/network/architecture_network.h"
#include "nas/network/trained_network.h"
#include "support/input_error.h"

namespace bora::nas::layered_body_test {
namespace {

using testing::random_images;
using testing::stripes;
constexpr ImageShape kShape = testing::kOddShape;

NetworkOptions options_of(const std::string& space, const std::string& text) {
  const SpacePtr made = make_space(space);
  return architecture_network(*made, made->parse(text), {}, kShape, 3);
}

TEST(LayeredBody, HasTheWeightsOfItsLayers) {
  // 3x3 convolution 1 -> 8 with batch normalisation; residual block 8 -> 16 with a shortcut; linear layer 16
  // -> 8 with batch normalisation; linear layer 8 -> 3.
  const int convolution = 9 * 8 + 2 * 8;
  const int residual = 9 * 8 * 16 + 32 + 9 * 16 * 16 + 32 + 8 * 16 + 32;
  EXPECT_EQ(Network(options_of("cnn", "conv3:8@0 res3:16@1 fc:8@2 softmax@3")).weights(),
            convolution + residual + (16 * 8 + 8 + 16) + (8 * 3 + 3));
  // Two parallel layers of 8 channels precede the decision.
  EXPECT_EQ(Network(options_of("cnn", "conv3:8@0 conv3:8@0 softmax@1+2")).weights(),
            2 * convolution + 16 * 3 + 3);
  EXPECT_EQ(Network(options_of("mlp", "relu:8@0 tanh:9@0+1 softmax@2")).weights(),
            17 * 18 * 8 + 8 + (17 * 18 + 8) * 9 + 9 + 9 * 3 + 3);
}

TEST(LayeredBody, SeveralDecisionsGiveTheMeanOfTheirProbabilities) {
  Network network(options_of("mlp", "relu:8@0 softmax@1 softmax@1"));
  const Scores scores = network.scores(random_images(4));
  for (Eigen::Index i = 0; i < scores.values.rows(); ++i)
    EXPECT_NEAR(scores.values.row(i).array().exp().sum(), 1, 1e-5);
}

TEST(LayeredBody, TrainsAndIsTheSameAsTorchScript) {
  for (const auto& [space, text] : std::vector<std::pair<std::string, std::string>>{
           {"cnn",
            "conv3:8@0 res5:8@1 max-pool@2 conv3/2:8@1 res3/2:16@3+4 avg-pool@5 fc:16@6 softmax@7 softmax@6"},
           {"cnn", "conv7:8@0 conv5:8@1 avg-pool@2 softmax@3"},
           {"mlp", "relu:16@0 leaky-relu:16@1 elu:16@1 softplus:16@2+3 logistic:16@4 tanh:16@4 softmax@5+6"}})
    EXPECT_GT(testing::learnt_the_same_everywhere(options_of(space, text), 8), 0.6) << text;
}

TEST(LayeredBody, LearnsFromASingleImageAtATime) {
  // The second slice has one image, and sides are halved to one pixel: batch normalisation of a single value.
  const ImageDataset data = stripes(17);
  Network network(options_of("cnn", "conv3/2:8@0 conv3/2:8@1 conv3/2:8@2 res3/2:8@3 fc:8@4 softmax@5"));
  TrainingOptions training;
  training.epochs = 1;
  training.batch = 17;
  ThreadPool pool(1);
  train(network, data, training, pool);
  EXPECT_TRUE(network.scores(random_images(2)).values.allFinite());
}

TEST(LayeredBody, RandomArchitecturesCanBeBuilt) {
  for (const char* name : {"cnn", "mlp"}) {
    const SpacePtr space = make_space(name);
    Rng rng(9);
    for (int i = 0; i < 10; ++i) {
      const Architecture drawn = space->sample(rng);
      Network network(architecture_network(*space, drawn, {}, kShape, 3));
      EXPECT_TRUE(network.scores(random_images(2)).values.allFinite()) << drawn.text();
    }
  }
}

TEST(ArchitectureNetwork, LayersTakeImagesOfAnySize) {
  for (const char* name : {"cnn", "mlp"})
    for (const ImageShape& shape : {ImageShape{1, 8, 8}, ImageShape{3, 1, 9}, ImageShape{1, 1, 1}}) {
      const SpacePtr space = make_space(name);
      Rng rng(3);
      for (int i = 0; i < 5; ++i) {
        const Architecture drawn = space->sample(rng);
        Network network(architecture_network(*space, drawn, {}, shape, 3));
        EXPECT_TRUE(network.scores(Batch::Constant(2, shape.size(), 0.5F)).values.allFinite())
            << drawn.text();
      }
    }
}

TEST(ArchitectureNetwork, OfCellsRefusesSmallImages) {
  const SpacePtr space = make_space("nb201");
  Rng rng(3);
  testing::expect_input_error(
      [&] {
        architecture_network(*space, space->sample(rng), {}, {1, 8, 8}, 3);
      },
      "input shape", "16x16");
}

}  // namespace
}  // namespace bora::nas::layered_body_test
