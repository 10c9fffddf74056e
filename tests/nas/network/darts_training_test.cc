// Training of networks of DARTS with an auxiliary classifier and dropped paths.
#include <torch/script.h>

#include <gtest/gtest.h>

#include "models/networks/export.h"
#include "models/networks/network_modules.h"
#include "models/training/checkpoint.h"
#include "models/training/training.h"
#include "models/victims/torch/torch_runtime.h"
#include "nas/network/cell_network.h"
#include "nas/network/darts_network.h"
#include "nas/space/darts_space.h"
#include "support/generated_images.h"
#include "support/input_error.h"
#include "support/layers.h"
#include "support/temporary_folder.h"

namespace bora::nas::darts_training_test {
namespace {

namespace nn = torch::nn;
using testing::expect_input_error;
constexpr ImageShape kShape{1, 26, 25};
constexpr int kClasses = 3, kSteps = 2 * DartsSpace::kPoints, kSkip = 2;
constexpr CellNetworkOptions kSize{.channels = 2, .cells = 4};  // the second and third cell reduce
const char* const kAll =
    "[[(0, 0), (1, 5), (0, 1), (1, 1), (0, 3), (1, 3), (1, 3), (3, 2)], [(0, 2), (1, 0), (0, 3), (1, 3), (0, "
    "1), (3, 0), (2, 0), (3, 6)]]";

// All computations use one thread, since results may depend on their number.
class DartsTraining : public ::testing::Test {
 protected:
  void SetUp() override { use_one_thread(); }
};

NetworkOptions options_of(const std::string& text, const CellNetworkOptions& size = kSize,
                          const ImageShape& shape = kShape) {
  NetworkOptions options = cell_network(DartsSpace(), DartsSpace().parse(text), size, shape, kClasses);
  options.seed = 7;
  return options;
}

// Returns cells whose points all apply `normal` and `reduction` to the two inputs.
std::string cells_of(int normal, int reduction) {
  const auto cell = [](int operation) {
    std::string text;
    for (int point = 0; point < DartsSpace::kPoints; ++point)
      text += fmt::format("{}(0, {}), (1, {})", point == 0 ? "" : ", ", operation, operation);
    return "[" + text + "]";
  };
  return "[" + cell(normal) + ", " + cell(reduction) + "]";
}

torch::Tensor some_images(int count, const ImageShape& shape = kShape) {
  Rng rng(3);
  auto images = torch::empty({count, shape.channels, shape.height, shape.width});
  std::generate_n(images.data_ptr<float>(), images.numel(),
                  [&] { return static_cast<float>(rng.uniform()); });
  return images;
}

ImageDataset stripes(int count) {
  return testing::generated_images(count, kShape, kClasses, 5, [](Rng& rng, int label, int position) {
    return rng.index(60) + (position % kClasses == label ? 150 : 0);
  });
}

torch::Tensor factors_of(int images, double value) {
  return torch::full({images, kSteps * kSize.cells}, value, torch::kFloat32);
}

TEST_F(DartsTraining, MultipliesThePathsOfEachImageByItsFactors) {
  const torch::NoGradGuard untracked;
  const auto module = make_module(options_of(kAll));
  ASSERT_EQ(module->paths(), kSteps * kSize.cells);
  const auto images = some_images(3);
  const auto expected = module->forward(images);
  EXPECT_TRUE(torch::equal(module->training_pass(images, {}).logits, expected));
  auto factors = factors_of(3, 1);
  EXPECT_TRUE(torch::equal(module->training_pass(images, factors).logits, expected));
  factors[1].zero_();
  const auto dropped = module->training_pass(images, factors).logits;
  for (const int image : {0, 2}) EXPECT_TRUE(torch::allclose(dropped[image], expected[image], 0, 1e-5));
  EXPECT_GT((dropped[1] - expected[1]).abs().max().item<float>(), 1e-2);
}

// If all paths of the last cell are dropped, its output is zero, unless they are identities.
TEST_F(DartsTraining, DropsAllOperationsButTheIdentity) {
  const torch::NoGradGuard untracked;
  const auto images = some_images(2);
  const auto logits_without = [&](ScriptedModule& module, int cell) {
    auto factors = factors_of(2, 1);
    factors.narrow(1, kSteps * cell, kSteps).zero_();
    return module.training_pass(images, factors).logits;
  };
  constexpr int kOperations = 7, kReduction = 2, kLast = 3;
  for (int operation = 0; operation < kOperations; ++operation) {
    const auto module = make_module(options_of(cells_of(operation, 3)));
    const auto expected = module->forward(images), dropped = logits_without(*module, kLast);
    EXPECT_GT(expected.abs().max().item<float>(), 1e-2);
    if (operation == kSkip) {
      EXPECT_TRUE(torch::equal(dropped, expected));
    } else {
      EXPECT_EQ(dropped.abs().max().item<float>(), 0) << operation;
    }
  }
  // The skip connection of a reduction cell is no identity.
  const auto module = make_module(options_of(cells_of(3, kSkip)));
  EXPECT_FALSE(torch::allclose(logits_without(*module, kReduction), module->forward(images)));
}

// The auxiliary classifier reads the third cell of four, and the fourth of five.
TEST_F(DartsTraining, TheAuxiliaryClassifierReadsTheLastReductionCell) {
  const torch::NoGradGuard untracked;
  for (const int cells : {4, 5}) {
    const auto module = make_module(options_of(kAll, {.channels = 2, .cells = cells}));
    const auto images = some_images(2);
    const auto expected = module->training_pass(images, {}).inner;
    EXPECT_EQ(expected.sizes(), (std::vector<std::int64_t>{2, 4 * 2 * DartsSpace::kPoints, 7, 7}));
    for (int cell = 0; cell < cells; ++cell) {
      auto factors = torch::ones({2, kSteps * cells});
      factors.narrow(1, kSteps * cell, kSteps).zero_();
      EXPECT_EQ(torch::equal(module->training_pass(images, factors).inner, expected), cell > 2 * cells / 3);
    }
  }
}

// 32x32 images give 8x8 pixels, which are pooled with stride 3 to 2x2; 28x28 images give 7x7 pixels, for
// which the stride is 2. Of 44x44 images, 3x3 pixels remain after the pooling.
TEST_F(DartsTraining, TheAuxiliaryClassifierIsThatOfThePaper) {
  const torch::NoGradGuard untracked;
  for (const auto& [side, stride] : {std::pair{32, 3}, {28, 2}, {44, 3}}) {
    const NetworkOptions options = options_of(kAll, kSize, {1, side, side});
    const auto head = make_auxiliary(options);
    head->train();
    const auto inner = make_module(options)->training_pass(some_images(5, options.input), {}).inner;
    const auto weights = head->named_parameters();
    const auto normalised = [](const torch::Tensor& x) {
      const auto mean = x.mean({0, 2, 3}, true);
      return (x - mean) / ((x - mean).pow(2).mean({0, 2, 3}, true) + 1e-5).sqrt();
    };
    auto x = torch::avg_pool2d(torch::relu(inner), {5, 5}, {stride, stride});
    x = torch::relu(normalised(torch::conv2d(x, weights["narrow.weight"])));
    x = torch::relu(normalised(torch::conv2d(x, weights["wide.weight"])));
    const std::int64_t left = side == 44 ? 2 : 1;
    EXPECT_EQ(x.sizes(), (std::vector<std::int64_t>{5, 768, left, left}));
    EXPECT_EQ(weights["narrow.weight"].size(0), 128);
    const auto expected = torch::linear(x.mean({2, 3}), weights["output.weight"], weights["output.bias"]);
    EXPECT_TRUE(torch::allclose(head->forward(inner), expected, 1e-4, 1e-4)) << side;
  }
}

TEST_F(DartsTraining, RefusesImagesThatAreTooSmallForTheAuxiliaryClassifier) {
  EXPECT_NO_THROW(make_auxiliary(options_of(kAll, kSize, {1, 25, 25})));
  for (const ImageShape& shape : {ImageShape{1, 24, 40}, {1, 40, 24}})
    expect_input_error([&] { check_auxiliary(options_of(kAll, kSize, shape)); }, "auxiliary: images of 1x",
                       "are too small, expected sides of at least 25");
}

TrainingOptions plain(int epochs, int batch) {
  TrainingOptions training;
  training.epochs = epochs;
  training.batch = batch;
  training.learning_rate = 0.05;
  training.augmentation.shift = 0;
  return training;
}

// The only step has all images, in one slice. Its learning rate is half of the peak.
TEST_F(DartsTraining, TheAuxiliaryLossIsAddedWithItsWeight) {
  constexpr int kImages = 12;
  const ImageDataset data = stripes(kImages);
  const NetworkOptions options = options_of(kAll);
  TrainingOptions training = plain(1, kImages);
  training.momentum = training.weight_decay = 0;
  ThreadPool pool(1);
  std::vector<std::vector<torch::Tensor>> changes;
  const auto module = make_module(options);
  module->train();
  const auto head = make_auxiliary(options);
  head->train();
  auto images = torch::empty({kImages, 1, kShape.height, kShape.width});
  std::ranges::transform(data.pixels, images.data_ptr<float>(),
                         [](std::uint8_t value) { return static_cast<float>(value) / 255; });
  const auto labels = torch::tensor(std::vector<std::int64_t>(data.labels.begin(), data.labels.end()));
  const TrainingPass pass = module->training_pass(images, {});
  const auto loss = nn::functional::cross_entropy(pass.logits, labels);
  const auto auxiliary = nn::functional::cross_entropy(head->forward(pass.inner), labels);
  for (const double weight : {0.0, 0.4, 1.0}) {
    training.auxiliary = weight;
    Network network(options);
    const TrainingResult result = train(network, data, training, pool);
    EXPECT_NEAR(result.loss, loss.item<double>(), 1e-5) << "the loss of the network alone";
    const auto expected = torch::autograd::grad({loss + weight * auxiliary}, module->parameters(), {}, true);
    const auto before = module->parameters(), after = network.implementation().module->parameters();
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_TRUE(torch::allclose(after[i], before[i] - 0.025 * expected[i], 1e-4, 1e-5))
          << weight << " " << i;
  }
}

TrainingOptions with_both(int epochs) {
  TrainingOptions training = plain(epochs, 20);
  training.auxiliary = 0.4;
  training.drop_path = 0.5;
  return training;
}

Batch scores_of(Network& network) {
  return network.scores(images_as_batch(stripes(5), 0, 5)).values;
}

Batch trained_scores(const TrainingOptions& training, int threads = 1) {
  ThreadPool pool(threads);
  Network network(options_of(kAll));
  train(network, stripes(50), training, pool);
  return scores_of(network);
}

TEST_F(DartsTraining, DependsOnTheSeedAndNotOnTheThreads) {
  TrainingOptions training = with_both(2);
  training.adversarial = 0.02;
  const Batch expected = trained_scores(training);
  EXPECT_EQ(trained_scores(training, 3), expected);
  training.seed = 1;
  EXPECT_NE(trained_scores(training), expected);
}

TEST_F(DartsTraining, DropsNoPathInTheFirstEpoch) {
  for (const int epochs : {1, 2}) {
    TrainingOptions training = plain(epochs, 20);
    const Batch whole = trained_scores(training);
    training.drop_path = 0.5;
    EXPECT_EQ(trained_scores(training) == whole, epochs == 1);
  }
}

// A training that is interrupted in the middle of an epoch and resumed has the same result.
TEST_F(DartsTraining, ResumesWhereItWasInterrupted) {
  const ImageDataset data = stripes(50);
  const testing::TemporaryFolder folder;
  CheckpointPlan plan{folder / "checkpoint", {}, false};
  ThreadPool pool(2);
  const auto trained = [&](int until, const CheckpointPlan* checkpoints) {
    Network network(options_of(kAll));
    std::atomic<bool> stop = false;
    const auto result = train(
        network, data, with_both(4), pool,
        [&](const TrainingProgress& now) { stop = now.epoch == until && now.step == 2; }, &stop, nullptr,
        checkpoints);
    EXPECT_EQ(result.interrupted, until < 4);
    return scores_of(network);
  };
  const Batch whole = trained(9, nullptr);
  EXPECT_NE(trained(3, &plan), whole);
  plan.resume = true;
  EXPECT_EQ(trained(9, &plan), whole);
}

TEST_F(DartsTraining, TheExportedNetworkHasNoAuxiliaryClassifierAndDropsNothing) {
  const testing::TemporaryFolder folder;
  ThreadPool pool(1);
  Network network(options_of(kAll));
  const std::int64_t weights = network.weights();
  train(network, stripes(50), with_both(2), pool);
  EXPECT_EQ(network.weights(), weights);
  const Batch scores = scores_of(network);
  EXPECT_EQ(scores_of(network), scores);
  const std::string file = (folder / "network.pt").string();
  export_torchscript(network, file);
  auto script = torch::jit::load(file);
  std::int64_t exported = 0;
  for (const auto& parameter : script.parameters()) exported += parameter.numel();
  EXPECT_EQ(exported, weights);
  const torch::NoGradGuard untracked;
  const Batch images = images_as_batch(stripes(5), 0, 5);
  const auto input = torch::from_blob(const_cast<float*>(images.data()), {5, 1, kShape.height, kShape.width});
  const auto output = script.forward({input}).toTensor().contiguous();
  for (int image = 0; image < 5; ++image)
    for (int label = 0; label < kClasses; ++label)
      EXPECT_NEAR(output[image][label].item<float>(), scores(image, label), 1e-4);
}

// The second slice of the step has one image, and the last layer of the auxiliary classifier one pixel.
TEST_F(DartsTraining, AcceptsASliceOfOneImage) {
  ThreadPool pool(1);
  Network network(options_of(kAll));
  const TrainingResult result = train(network, stripes(17), with_both(1), pool);
  EXPECT_TRUE(std::isfinite(result.loss));
}

TEST_F(DartsTraining, InMixedPrecisionIsTheSameUpToRounding) {
  const auto trained = [&](const std::string& precision) {
    TrainingOptions training = with_both(2);
    training.precision = precision;
    training.channels_last = precision != "float32";
    ThreadPool pool(1);
    Network network(options_of(kAll));
    std::vector<double> losses;
    train(network, stripes(50), training, pool, [&](const TrainingProgress& now) {
      if (now.epoch_done()) losses.push_back(now.loss);
    });
    return losses;
  };
  const auto whole = trained("float32"), rounded = trained("bfloat16");
  EXPECT_NE(rounded, whole);
  for (const std::size_t epoch : {0, 1}) EXPECT_NEAR(rounded[epoch], whole[epoch], 0.05);
}

TEST_F(DartsTraining, OtherNetworksHaveNeither) {
  const ImageDataset data = stripes(20);
  ThreadPool pool(1);
  const auto refusal = [&](double auxiliary, double drop_path) {
    NetworkOptions options;
    options.architecture = "resnet8";
    options.input = kShape;
    options.classes = kClasses;
    TrainingOptions training = plain(1, 20);
    training.auxiliary = auxiliary;
    training.drop_path = drop_path;
    Network network(options);
    return testing::input_error([&] { train(network, data, training, pool); });
  };
  EXPECT_EQ(refusal(0.4, 0), "auxiliary: networks of resnet8 have no auxiliary classifier");
  EXPECT_EQ(refusal(0, 0.2), "drop-path: networks of resnet8 have no paths to drop");
  EXPECT_EQ(refusal(1.5, 0), "auxiliary: got 1.5, expected 0 to 1");
  EXPECT_EQ(refusal(0, 1), "drop-path: got 1, expected a number in [0, 1)");
}

}  // namespace
}  // namespace bora::nas::darts_training_test
