#include "models/training/training.h"

#include <fstream>
#include <optional>
#include <sstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "models/toy_dataset.h"
#include "models/training/checkpoint.h"
#include "models/victims/evaluation.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::input_error;

Network make_network(const ImageDataset& dataset, const std::string& architecture = "lenet",
                     std::uint64_t seed = 0) {
  NetworkOptions options;
  options.architecture = architecture;
  options.input = dataset.shape;
  options.classes = dataset.classes;
  options.seed = seed;
  set_normalisation(options, dataset);
  return Network(options);
}

TrainingOptions quick(int epochs) {
  TrainingOptions options;
  options.epochs = epochs;
  options.learning_rate = 0.02;
  options.augmentation.shift = 0;
  return options;
}

Batch trained_scores(const ImageDataset& dataset, const std::string& architecture, int threads,
                     const TrainingOptions& options) {
  ThreadPool pool(threads);
  Network network = make_network(dataset, architecture);
  train(network, dataset, options, pool);
  return network.scores(images_as_batch(dataset, 0, 8)).values;
}

TEST(Training, HasWeightDecayAndMomentum) {
  const auto dataset = bars(64, {1, 16, 16}, 4, 1);
  const auto scores = [&](double decay, double momentum) {
    TrainingOptions options = quick(4);
    options.weight_decay = decay;
    options.momentum = momentum;
    return trained_scores(dataset, "lenet", 1, options);
  };
  const Batch plain = scores(0, 0.9);
  EXPECT_LT(scores(0.5, 0.9).norm(), 0.9 * plain.norm());
  EXPECT_NE(scores(0, 0), plain);
}

TEST(Training, LearnsSeparableClasses) {
  const auto dataset = bars(320, {1, 16, 16}, 4, 1);
  const auto unseen = bars(200, {1, 16, 16}, 4, 2);
  ThreadPool pool(2);
  for (const auto& architecture : {"lenet", "resnet8"}) {
    Network network = make_network(dataset, architecture);
    const auto result = train(network, dataset, quick(6), pool);
    EXPECT_EQ(result.epochs, 6);
    EXPECT_FALSE(result.interrupted);
    EXPECT_LT(result.loss, 0.3) << architecture;
    EXPECT_GE(measure_accuracy(network, unseen).fraction(), 0.95) << architecture;
  }
}

// Images are moved along the sign of the gradient by less than half of the difference between the classes. An
// adversarially trained network still classifies them correctly, and another one often does not.
TEST(Training, OnAdversarialExamplesMakesRobust) {
  constexpr float kEpsilon = 0.25F;
  const auto dataset = bars(640, {1, 16, 16}, 4, 1);
  const auto unseen = bars(200, {1, 16, 16}, 4, 2);
  const Batch images = images_as_batch(unseen, 0, unseen.size());
  ThreadPool pool(2);
  const auto accuracy_when_attacked = [&](double adversarial) {
    Network network = make_network(dataset);
    TrainingOptions options = quick(6);
    options.adversarial = adversarial;
    train(network, dataset, options, pool);
    EXPECT_GE(measure_accuracy(network, unseen).fraction(), 0.95) << adversarial;
    Batch own = Batch::Zero(images.rows(), 4);
    for (int i = 0; i < images.rows(); ++i) own(i, unseen.labels[i]) = 1;
    const Batch falling = -network.pullback(images, own).cwiseSign();
    const Batch moved = (images + kEpsilon * falling).cwiseMax(0.0F).cwiseMin(1.0F);
    const Scores scores = network.scores(moved);
    int right = 0;
    for (int i = 0; i < images.rows(); ++i) right += predicted_class(scores, i) == unseen.labels[i] ? 1 : 0;
    return static_cast<double>(right) / static_cast<double>(images.rows());
  };
  const double plain = accuracy_when_attacked(0);
  const double robust = accuracy_when_attacked(kEpsilon);
  EXPECT_GT(robust, plain + 0.2);
}

TEST(Training, DependsOnTheSeedAndNotOnTheThreads) {
  const auto dataset = bars(150, {3, 16, 16}, 3, 3);  // the last batch and its last slice are not full
  for (const auto& architecture : {"lenet", "resnet8"}) {
    auto options = quick(2);
    options.augmentation = {.shift = 1, .flip = true};
    options.adversarial = 0.02;
    const auto expected = trained_scores(dataset, architecture, 1, options);
    for (const int threads : {1, 2, 5})
      EXPECT_EQ(trained_scores(dataset, architecture, threads, options), expected);
    options.seed = 1;
    EXPECT_NE(trained_scores(dataset, architecture, 1, options), expected);
  }
}

// A training that is interrupted in the middle of an epoch and resumed, once or twice, has the same result.
TEST(Training, ResumesWhereItWasInterrupted) {
  const auto dataset = bars(150, {3, 16, 16}, 3, 3);
  const auto validation = bars(60, {3, 16, 16}, 3, 5);
  const testing::TemporaryFolder folder;
  ThreadPool pool(2);
  for (const auto& architecture : {"lenet", "resnet8"})
    for (const ImageDataset* held_out : {static_cast<const ImageDataset*>(nullptr), &validation}) {
      const auto images = images_as_batch(dataset, 0, 8);
      Network whole = make_network(dataset, architecture);
      const auto expected = train(whole, dataset, quick(5), pool, {}, nullptr, held_out);
      CheckpointPlan plan{folder / "a.checkpoint", {{"arch", architecture}}, false};
      TrainingResult result;
      for (const int until : {2, 4, 9}) {  // interrupted in the second and the fourth epoch
        std::atomic<bool> stop = false;
        // The initial weights of a network that resumes do not matter.
        Network network = make_network(dataset, architecture, until == 2 ? 0 : 7);
        result = train(
            network, dataset, quick(5), pool,
            [&](const TrainingProgress& now) { stop = now.epoch == until && now.step == 2; }, &stop, held_out,
            &plan);
        EXPECT_EQ(result.interrupted, until < 9);
        plan.resume = true;
        if (until == 9) {
          EXPECT_EQ(network.scores(images).values, whole.scores(images).values) << architecture;
        }
      }
      EXPECT_EQ(result.epochs, expected.epochs);
      EXPECT_EQ(result.loss, expected.loss);
      EXPECT_EQ(result.validation.has_value(), held_out != nullptr);
    }
}

// Returns whether a precision is available: half precision on the CPU requires LibTorch 2.4.
bool can_train_in(const std::string& precision) {
  const auto dataset = bars(16, {1, 16, 16}, 3, 3);
  auto options = quick(1);
  options.precision = precision;
  try {
    trained_scores(dataset, "lenet", 1, options);
    return true;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("takes LibTorch 2.4"), std::string::npos) << error.what();
    return false;
  }
}

// The only step of the epoch has all images.
TEST(Training, CountsRightAnswersBeforeTheStep) {
  const auto dataset = bars(96, {1, 16, 16}, 4, 1);
  Network network = make_network(dataset);
  const double before = measure_accuracy(network, dataset).fraction();
  auto options = quick(1);
  options.batch = dataset.size();
  std::optional<double> accuracy;
  ThreadPool pool(2);
  train(network, dataset, options, pool, [&](const TrainingProgress& now) { accuracy = now.accuracy; });
  EXPECT_DOUBLE_EQ(accuracy.value(), before);
}

TEST(Training, InMixedPrecisionLearnsAsMuch) {
  const auto dataset = bars(192, {1, 16, 16}, 4, 1);
  const auto unseen = bars(100, {1, 16, 16}, 4, 2);
  ThreadPool pool(2);
  const auto images = images_as_batch(unseen, 0, 8);
  const auto trained = [&](const std::string& precision) {
    Network network = make_network(dataset, "resnet8");
    auto options = quick(4);
    options.batch = 32;
    options.precision = precision;
    std::vector<double> losses, accuracies;
    train(network, dataset, options, pool, [&](const TrainingProgress& now) {
      if (!now.epoch_done()) return;
      losses.push_back(now.loss);
      accuracies.push_back(now.accuracy.value());
    });
    EXPECT_LT(losses.back(), 0.5 * losses.front()) << precision;
    EXPECT_GT(accuracies.back(), accuracies.front()) << precision;
    EXPECT_GE(accuracies.back(), 0.9) << precision;
    EXPECT_GE(measure_accuracy(network, unseen).fraction(), 0.95) << precision;
    return network.scores(images).values;
  };
  const Batch whole = trained("float32");
  for (const std::string precision : {"bfloat16", "float16"}) {
    if (!can_train_in(precision)) continue;
    EXPECT_NE(trained(precision), whole) << precision << " is not used";
  }
}

// With pixels in the hundreds, the first steps in half precision overflow. They are skipped, and a resumed
// training continues with the reduced scale.
TEST(Training, InMixedPrecisionDependsOnTheSeedAndResumes) {
  const auto dataset = bars(64, {1, 16, 16}, 3, 3);
  const auto images = images_as_batch(dataset, 0, 8);
  const testing::TemporaryFolder folder;
  for (const std::string precision : {"bfloat16", "float16"}) {
    if (!can_train_in(precision)) continue;
    auto options = quick(3);
    options.batch = 16;
    options.learning_rate = 1e-6;
    options.precision = precision;
    options.adversarial = 0.02;
    const auto trained = [&](int threads, const CheckpointPlan* plan, int until) {
      ThreadPool pool(threads);
      Network network({.architecture = "lenet",
                       .body = nullptr,
                       .input = dataset.shape,
                       .classes = dataset.classes,
                       .mean = {0},
                       .deviation = {0.002F}});
      std::atomic<bool> stop = false;
      train(
          network, dataset, options, pool, [&](const TrainingProgress& now) { stop = now.epoch == until; },
          &stop, nullptr, plan);
      return network.scores(images).values;
    };
    const Batch whole = trained(1, nullptr, 9);
    EXPECT_TRUE(whole.allFinite());
    EXPECT_EQ(trained(2, nullptr, 9), whole) << precision;
    CheckpointPlan plan{folder / precision, {}, false};
    EXPECT_NE(trained(1, &plan, 2), whole) << precision;
    plan.resume = true;
    EXPECT_EQ(trained(1, &plan, 9), whole) << precision;
  }
}

TEST(Training, WithChannelsInnermostIsTheSameUpToRounding) {
  const auto dataset = bars(64, {3, 16, 16}, 3, 3);
  auto options = quick(1);
  const auto expected = trained_scores(dataset, "resnet8", 1, options);
  options.channels_last = true;
  const auto scores = trained_scores(dataset, "resnet8", 1, options);
  EXPECT_NE(scores, expected);
  EXPECT_LT((scores - expected).cwiseAbs().maxCoeff(), 1e-2F);
}

TEST(Training, RefusesTheCheckpointOfAnotherTraining) {
  const auto dataset = bars(150, {1, 16, 16}, 3, 3);
  const testing::TemporaryFolder folder;
  ThreadPool pool(1);
  const auto go = [&](const std::string& architecture, const CheckpointPlan& plan) {
    Network network = make_network(dataset, architecture);
    train(network, dataset, quick(1), pool, {}, nullptr, nullptr, &plan);
  };
  const auto file = folder / "a.checkpoint";
  go("lenet", {file, {{"lr", "0.02"}}, false});
  EXPECT_NO_THROW(go("lenet", {file, {{"lr", "0.02"}}, true}));
  testing::expect_input_error(
      [&] {
        go("lenet", {file, {{"lr", "0.01"}}, true});
      },
      "lr '0.02'", "with '0.01'");
  testing::expect_input_error([&] { go("resnet8", {file, {{"lr", "0.02"}}, true}); }, "another network");
  std::fstream damaged(file, std::ios::in | std::ios::out | std::ios::binary);
  damaged.seekp(-100, std::ios::end);
  damaged.put('x');
  damaged.close();
  testing::expect_input_error([&] { go("lenet", {file, {{"lr", "0.02"}}, true}); }, "a.checkpoint: damaged");
  std::ofstream(file) << "no checkpoint";
  testing::expect_input_error([&] { go("lenet", {file, {{"lr", "0.02"}}, true}); }, "not a checkpoint");
  const CheckpointPlan plan{file, {}, true};
  write_checkpoint(plan, {.epochs = 777, .best = {}, .state = ""});
  std::stringstream kept;
  kept << std::ifstream(file, std::ios::binary).rdbuf();
  for (const std::string epochs : {"1e300", "-1", "4294967298", "0.5"}) {
    std::string text = kept.str();
    std::ofstream(file, std::ios::binary) << text.replace(text.find("777"), 3, epochs);
    testing::expect_input_error([&] { read_checkpoint(plan); }, "is not a checkpoint of a training");
  }
}

TEST(Training, ReportsEveryStep) {
  const auto dataset = bars(150, {1, 16, 16}, 3, 4);
  ThreadPool pool(1);
  Network network = make_network(dataset);
  int calls = 0;
  int epochs = 0;
  train(network, dataset, quick(2), pool, [&](const TrainingProgress& now) {
    EXPECT_EQ(now.epoch, calls / 3 + 1);
    EXPECT_EQ(now.step, calls % 3 + 1);
    EXPECT_EQ(now.steps, 3);
    EXPECT_GT(now.loss, 0);
    ++calls;
    epochs += now.epoch_done() ? 1 : 0;
  });
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(epochs, 2);
}

TEST(Training, StoppedKeepsTheLastGoodEpoch) {
  const auto dataset = bars(150, {1, 16, 16}, 3, 5);
  const auto images = images_as_batch(dataset, 0, 8);
  ThreadPool pool(2);
  Network network = make_network(dataset, "resnet8");
  std::atomic<bool> stop = false;
  Batch after_first_epoch;
  int calls = 0;
  const auto result = train(
      network, dataset, quick(5), pool,
      [&](const TrainingProgress& now) {
        ++calls;
        if (now.epoch == 1 && now.epoch_done()) after_first_epoch = network.scores(images).values;
        if (now.epoch == 2 && now.step == 1) stop = true;
      },
      &stop);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.epochs, 1);
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(network.scores(images).values, after_first_epoch);
}

TEST(Training, StoppedInTheFirstEpochLeavesTheNetworkAlone) {
  const auto dataset = bars(150, {1, 16, 16}, 3, 6);
  const auto images = images_as_batch(dataset, 0, 8);
  ThreadPool pool(1);
  Network network = make_network(dataset);
  const auto before = network.scores(images).values;
  const std::atomic<bool> stop = true;
  const auto result = train(network, dataset, quick(5), pool, {}, &stop);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.epochs, 0);
  EXPECT_EQ(network.scores(images).values, before);
}

TEST(Training, AcceptsABatchLargerThanTheData) {
  const auto dataset = bars(24, {1, 16, 16}, 4, 1);
  const auto scores = [&](int batch) {
    TrainingOptions options = quick(2);
    options.batch = batch;
    return trained_scores(dataset, "resnet8", 1, options);
  };
  EXPECT_EQ(scores(100'000), scores(24));
}

// The loss of the only step is finite, the scores after it are not.
TEST(Training, ReportsDivergenceInTheLastStep) {
  const auto dataset = bars(64, {1, 16, 16}, 3, 7);
  ThreadPool pool(1);
  TrainingOptions options = quick(1);
  options.learning_rate = 1e30;
  const auto refusal = [&](const std::function<void(const TrainingProgress&)>& progress, Network& network,
                           const ImageDataset* validation) {
    return input_error([&] { train(network, dataset, options, pool, progress, nullptr, validation); });
  };
  Network network = make_network(dataset), other = make_network(dataset);
  EXPECT_TRUE(refusal({}, network, &dataset).starts_with("training diverged in epoch 1: "));
  EXPECT_TRUE(refusal([&](const auto&) { measure_accuracy(other, dataset); }, other, nullptr)
                  .starts_with("training diverged in epoch 1: "));
}

TEST(Training, RefusesInvalidDataAndOptions) {
  auto dataset = bars(64, {1, 16, 16}, 3, 7);
  ThreadPool pool(1);
  Network network = make_network(dataset);
  const auto with = [&](auto change) {
    TrainingOptions options = quick(3);
    change(options);
    return input_error([&] { train(network, dataset, options, pool); });
  };
  const auto starts = [](const std::string& text, const std::string& start) {
    EXPECT_EQ(text.rfind(start, 0), 0u) << text;
  };
  starts(with([](auto& o) { o.epochs = 0; }), "epochs is 0");
  starts(with([](auto& o) { o.batch = 0; }), "batch is 0");
  starts(with([](auto& o) { o.learning_rate = -1; }), "learning rate is -1");
  starts(with([](auto& o) { o.momentum = 1; }), "momentum is 1");
  starts(with([](auto& o) { o.weight_decay = std::nan(""); }), "weight decay is nan");
  starts(with([](auto& o) { o.augmentation.shift = 9; }), "shift is 9");
  starts(with([](auto& o) { o.adversarial = 2; }), "adversarial bound is 2");
  starts(with([](auto& o) { o.device = "tpu"; }), "device: 'tpu' is not one of");
  starts(with([](auto& o) { o.precision = "float8"; }), "precision 'float8'");
  starts(with([](auto& o) { o.learning_rate = 1e30; }), "training diverged in epoch");
  dataset.labels[5] = 3;
  starts(with([](auto&) {}), "generated: record 5 has label 3");
  dataset.labels[5] = -1;
  starts(with([](auto&) {}), "generated: record 5 has label -1");
}

}  // namespace
}  // namespace bora::models
