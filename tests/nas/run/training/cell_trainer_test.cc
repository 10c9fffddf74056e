#include "nas/run/training/cell_trainer.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "common/files/storage_error.h"
#include "models/victims/metadata.h"
#include "models/victims/torch/torchscript_victim.h"
#include "nas/run/training/train_part.h"
#include "support/generated_images.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

ImageDataset stripes(int count, std::uint64_t seed) {
  return testing::generated_images(count, {1, 16, 16}, 3, seed, [](Rng& rng, int label, int position) {
    return rng.index(120) + (position % 3 == label ? 100 : 0);
  });
}

TEST(TrainPart, IsDrawnFromAllOfSortedData) {
  ImageDataset sorted = stripes(90, 1);
  std::ranges::sort(sorted.labels);
  SearchConfig options;
  options.images = 30;
  options.validation = 15;
  const auto part = divide_train_part(options, sorted, "images");
  for (const ImageDataset& drawn : {part.train, part.validation})
    EXPECT_EQ(std::set<int>(drawn.labels.begin(), drawn.labels.end()).size(), 3U);
}

TEST(TrainPart, NamesTheSettingThatDoesNotFit) {
  const auto error = [](int images, int validation, int size) {
    SearchConfig config;
    config.data = "stripes";
    config.images = images;
    config.validation = validation;
    return testing::input_error([&] { divide_train_part(config, stripes(size, 1), "images"); });
  };
  EXPECT_EQ(error(73, 0, 90),
            "images: got 73, expected 1 to 72: there are 90 images of the train part of stripes, "
            "of which 18 are for validation");
  EXPECT_EQ(error(0, 90, 90),
            "validation: got 90, expected at most 89: there are 90 images of the train part of stripes");
  EXPECT_EQ(error(1, 100, 90),
            "validation: got 100, expected at most 89: there are 90 images of the train part of stripes");
  EXPECT_EQ(error(0, 0, 1), "data: expected at least 2 images of the train part of stripes, got 1");
}

TEST(TrainPart, UsesTheRestIfSizesAreNotGiven) {
  SearchConfig config;
  const auto sizes = [&] {
    const auto part = divide_train_part(config, stripes(90, 1), "images");
    return std::pair(part.train.size(), part.validation.size());
  };
  EXPECT_EQ(sizes(), std::pair(72, 18));
  config.images = 72;
  EXPECT_EQ(sizes(), std::pair(72, 18));
  config.validation = 89;
  config.images = 0;
  EXPECT_EQ(sizes(), std::pair(1, 89));
}

struct Job : CellTask {
  std::filesystem::path folder;
};

// Trains a trial in the same way as a search does.
bool train_cell(const Job& job, const Architecture& cell, SearchTrial& trial, const std::atomic<bool>& stop,
                const std::function<void(const TrainingProgress&)>& progress) {
  trial.architecture = cell.text();
  return train_network(
      job, architecture_network(*job.space, cell, job.network, job.train.shape, job.train.classes), trial,
      trial_folder(job.folder, trial.number), stop, progress);
}

class CellTrainer : public ::testing::Test {
 protected:
  Job task(const std::filesystem::path& folder) const {
    Job task;
    task.space = make_space("nb201");
    task.network = {.channels = 4, .cells = 1, .stages = 3};
    task.training.epochs = 4;
    task.training.batch = 16;
    task.training.seed = 3;
    task.train = stripes(48, 1);
    task.validation = stripes(30, 2);
    task.folder = folder;
    return task;
  }
  // Trains until `epochs` epochs are done; returns the numbers of the epochs that were trained.
  std::vector<int> train(const Job& task, SearchTrial& trial, int epochs) const {
    std::atomic<bool> stop = false;
    std::vector<int> worked;
    const Architecture cell = task.space->parse(kCell);
    const bool whole = train_cell(task, cell, trial, stop, [&](const TrainingProgress& now) {
      if (worked.empty() || worked.back() != now.epoch) worked.push_back(now.epoch);
      if (now.epoch_done() && now.epoch == epochs) stop = true;
    });
    EXPECT_EQ(whole, epochs >= task.training.epochs);
    return worked;
  }
  static void expect_same(const SearchTrial& a, const SearchTrial& b) {
    ASSERT_EQ(a.epochs.size(), b.epochs.size());
    for (std::size_t i = 0; i < a.epochs.size(); ++i) {
      EXPECT_EQ(a.epochs[i].loss, b.epochs[i].loss);
      EXPECT_EQ(a.epochs[i].accuracy, b.epochs[i].accuracy);
      EXPECT_EQ(a.epochs[i].validation_loss, b.epochs[i].validation_loss);
      EXPECT_EQ(a.epochs[i].last_loss, b.epochs[i].last_loss);
      EXPECT_EQ(a.epochs[i].train_accuracy, b.epochs[i].train_accuracy);
      EXPECT_TRUE(a.epochs[i].train_accuracy);
    }
  }
  static Batch scores(const Job& task) {
    const auto victim = load_torchscript({.address = (trial_folder(task.folder, 1) / "model.pt").string()});
    const Batch images = Batch::Constant(2, task.train.shape.size(), 0.3F);
    return victim->scores(images).values;
  }
  static constexpr const char* kCell =
      "|nor_conv_3x3~0|+|skip_connect~0|none~1|+|nor_conv_1x1~0|none~1|skip_connect~2|";
  testing::TemporaryFolder folder_;
};

TEST_F(CellTrainer, AnInterruptedTrainingResumesWithTheSameResult) {
  const Job whole = task(folder_ / "whole"), parts = task(folder_ / "parts");
  SearchTrial a{.number = 1}, b{.number = 1};
  EXPECT_EQ(train(whole, a, 4), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(train(parts, b, 2), (std::vector{1, 2}));
  EXPECT_EQ(train(parts, b, 4), (std::vector{3, 4}));
  expect_same(a, b);
  EXPECT_EQ(scores(whole), scores(parts));
  EXPECT_FALSE(std::filesystem::exists(trial_folder(parts.folder, 1) / "checkpoint"));
}

// An interrupted training with other settings does not resume this one.
TEST_F(CellTrainer, TrainsAnAuxiliaryClassifierAndDropsPaths) {
  const auto darts_task = [&](const std::string& name, double auxiliary, double drop_path) {
    Job job = task(folder_ / name);
    job.space = make_space("darts");
    job.network = {.channels = 2, .cells = 3};
    job.training.epochs = 3;
    job.training.auxiliary = auxiliary;
    job.training.drop_path = drop_path;
    for (ImageDataset* part : {&job.train, &job.validation})
      *part = testing::generated_images(20, {1, 25, 25}, 3, 5, [](Rng& rng, int label, int position) {
        return rng.index(120) + (position % 3 == label ? 100 : 0);
      });
    return job;
  };
  Rng rng(1);
  const Architecture cells = make_space("darts")->sample(rng);
  const auto trained = [&](const Job& job, int until) {
    SearchTrial trial{.number = 1};
    std::atomic<bool> stop = false;
    EXPECT_EQ(train_cell(job, cells, trial, stop,
                         [&](const TrainingProgress& now) { stop = now.epoch_done() && now.epoch == until; }),
              until == 3);
    EXPECT_EQ(trial.failure, "");
    return trial;
  };
  const SearchTrial plain = trained(darts_task("plain", 0, 0), 3);
  const SearchTrial both = trained(darts_task("both", 0.4, 0.5), 3);
  EXPECT_EQ(both.weights, plain.weights);
  EXPECT_NE(both.epochs.back().loss, plain.epochs.back().loss);
  for (const auto& [auxiliary, drop_path] : {std::pair{0.4, 0.5}, {0.4, 0.25}, {0.2, 0.5}, {0.0, 0.5}}) {
    const std::string parts = fmt::format("{} {}", auxiliary, drop_path);
    trained(darts_task(parts, auxiliary, drop_path), 2);
    expect_same(trained(darts_task(parts, 0.4, 0.5), 3), both);
  }

  // Networks that bo-assess compares with are trained without both.
  const Job job = darts_task("resnet", 0.4, 0.5);
  NetworkOptions options;
  options.architecture = "resnet8";
  options.input = job.train.shape;
  options.classes = 3;
  SearchTrial trial{.number = 1};
  trial.architecture = options.architecture;
  EXPECT_TRUE(train_network(job, options, trial, job.folder, false, {}));
  EXPECT_EQ(trial.failure, "");
}

// In the first steps, the running statistics of batch normalisation lag behind; over the 32 layers of each
// wired cell their errors multiply.
TEST_F(CellTrainer, ScoresThatOverflowInTheFirstStepsAreNoFailure) {
  Job job = task(folder_ / "wired");
  job.space = make_space("random-graph");
  job.network = {.channels = 8, .cells = 4, .stages = 3};
  job.training.epochs = 2;
  SearchTrial trial{.number = 1};
  const std::atomic<bool> stop = false;
  EXPECT_TRUE(train_cell(job, job.space->parse("ws-12-0#0"), trial, stop, {}));
  EXPECT_EQ(trial.failure, "");
  ASSERT_EQ(trial.epochs.size(), 2U);
  for (const TrainedEpoch& epoch : trial.epochs) EXPECT_TRUE(std::isfinite(epoch.validation_loss));
}

// A training that its plan stops is not interrupted, also if it was interrupted before.
TEST_F(CellTrainer, AStoppedTrainingKeepsItsBestEpoch) {
  const Job stopped = task(folder_ / "stopped"), parts = task(folder_ / "parts"),
            whole = task(folder_ / "whole");
  const Architecture cell = whole.space->parse(kCell);
  const TrainingPlan two{.enough = [](const auto& epochs) { return epochs.size() == 2; }};
  const auto train_by = [&](const Job& job, SearchTrial& trial, const std::atomic<bool>& stop,
                            const std::function<void(const TrainingProgress&)>& progress,
                            const TrainingPlan& plan) {
    trial.architecture = cell.text();
    return train_network(
        job, architecture_network(*job.space, cell, job.network, job.train.shape, job.train.classes), trial,
        trial_folder(job.folder, trial.number), stop, progress, plan);
  };
  SearchTrial a{.number = 1}, b{.number = 1}, c{.number = 1};
  std::atomic<bool> stop = false;
  EXPECT_TRUE(train_by(stopped, a, stop, {}, two));
  EXPECT_TRUE(a.stopped);
  EXPECT_EQ(a.epochs.size(), 2u);
  // It is stopped from outside at the same step after which its plan stops it.
  EXPECT_FALSE(train_by(
      parts, b, stop, [&](const TrainingProgress& now) { stop = now.epoch == 2 && now.epoch_done(); }, two));
  stop = false;
  EXPECT_TRUE(train_by(
      parts, b, stop, [](const TrainingProgress&) { FAIL() << "trained on"; }, two));
  EXPECT_TRUE(b.stopped);
  expect_same(a, b);
  EXPECT_EQ(scores(stopped), scores(parts));
  EXPECT_FALSE(std::filesystem::exists(trial_folder(parts.folder, 1) / "checkpoint"));
  EXPECT_TRUE(train_by(whole, c, stop, {}, {.epochs = 3}));
  EXPECT_FALSE(c.stopped);
  EXPECT_EQ(c.epochs.size(), 3u);
  EXPECT_NE(c.epochs[0].loss, a.epochs[0].loss) << "the schedule is that of three epochs, not of four";
}

// A trial that was interrupted during the attack repeats only the attack.
TEST_F(CellTrainer, AnInterruptedProbeIsRepeatedWithoutTraining) {
  const Job whole = task(folder_ / "whole");
  Job parts = task(folder_ / "parts");
  SearchTrial a{.number = 1}, b{.number = 1};
  train(whole, a, 4);
  EXPECT_FALSE(a.robustness) << "not measured";
  EXPECT_EQ(a.queries, 0);
  EXPECT_GT(a.latency, 0);
  std::optional<Resistance> found;
  std::vector<std::filesystem::path> asked;
  parts.probe = [&](const std::filesystem::path& model, const std::filesystem::path& folder,
                    const std::string& device) {
    EXPECT_TRUE(std::filesystem::exists(model));
    EXPECT_EQ(device, "cpu");
    asked.push_back(folder);
    return found;
  };
  const Architecture cell = parts.space->parse(kCell);
  const std::atomic<bool> stop = false;
  EXPECT_FALSE(train_cell(parts, cell, b, stop, {}));
  found = Resistance{8, 2, 77};
  EXPECT_EQ(train(parts, b, 4), std::vector<int>{});
  EXPECT_EQ(asked, std::vector(2, trial_folder(parts.folder, 1) / "attack"));
  expect_same(a, b);
  EXPECT_EQ(b.robustness, 0.25);
  EXPECT_EQ(b.queries, 77);
  EXPECT_EQ(scores(whole), scores(parts));
  EXPECT_FALSE(std::filesystem::exists(trial_folder(parts.folder, 1) / "checkpoint"));
}

// A network that cannot be attacked has no value; a full disk is not a failure of the network.
TEST_F(CellTrainer, AProbeThatFailsIsAFailureOfTheNetwork) {
  Job one = task(folder_ / "one");
  SearchTrial trial{.number = 1};
  one.probe = [](const auto&, const auto&, const auto&) -> std::optional<Resistance> {
    throw VictimError("scores are not finite\nand more");
  };
  train(one, trial, 4);
  EXPECT_EQ(trial.failure, "scores are not finite");
  EXPECT_TRUE(trial.epochs.empty());
  EXPECT_FALSE(std::filesystem::exists(trial_folder(one.folder, 1) / "checkpoint")) << "of no use any more";
  one.probe = [](const auto&, const auto&, const auto&) -> std::optional<Resistance> {
    throw StorageError("full");
  };
  EXPECT_THROW(train(one, trial, 4), StorageError);
}

// A folder with the name of a file makes writing fail, as a full disk does.
TEST_F(CellTrainer, AFullDiskIsNoFailureOfTheNetwork) {
  const Job whole = task(folder_ / "whole");
  SearchTrial a{.number = 1};
  train(whole, a, 4);
  // The checkpoint is read before it is written, so that here the folder has the name of the temporary file
  // of write_atomically().
  const std::string checkpoint = fmt::format("checkpoint.{}.part", ::getpid());
  for (const std::string& file : {checkpoint, std::string("epochs.csv"), std::string("model.pt")}) {
    const Job full = task(folder_ / file);
    const auto taken = trial_folder(full.folder, 1) / file;
    std::filesystem::create_directories(taken / "full");
    SearchTrial b{.number = 1};
    EXPECT_THROW(train(full, b, 4), StorageError) << file;
    EXPECT_EQ(b.failure, "") << file;
    std::filesystem::remove_all(taken);
    train(full, b, 4);
    expect_same(a, b);
  }
}

TEST_F(CellTrainer, AFileThatAProbeCannotWriteIsNoFailureOfTheNetwork) {
  Job one = task(folder_ / "one");
  one.probe = [](const auto&, const std::filesystem::path& folder, const auto&) -> std::optional<Resistance> {
    throw InputError("an attack failed: {}: cannot be written (No space left on device)",
                     (folder / "image.png").string());
  };
  SearchTrial trial{.number = 1};
  EXPECT_THROW(train(one, trial, 4), StorageError);
  EXPECT_EQ(trial.failure, "");
  EXPECT_TRUE(std::filesystem::exists(trial_folder(one.folder, 1) / "checkpoint")) << "goes on from there";
}

TEST_F(CellTrainer, NetworksCanBeTrainedAgainstPerturbations) {
  const Job plain = task(folder_ / "plain");
  Job hardened = task(folder_ / "hardened");
  hardened.training.adversarial = 0.1;
  SearchTrial a{.number = 1}, b{.number = 1};
  train(plain, a, 4);
  train(hardened, b, 4);
  EXPECT_NE(a.epochs[0].loss, b.epochs[0].loss);
  const auto metadata = read_metadata((trial_folder(hardened.folder, 1) / "model.pt").string());
  EXPECT_EQ(metadata->training->adversarial, 0.1);
}

// Files of earlier versions have no training accuracies.
TEST_F(CellTrainer, ATrainingOfAnEarlierVersionResumes) {
  const Job whole = task(folder_ / "whole"), parts = task(folder_ / "parts");
  SearchTrial a{.number = 1}, b{.number = 1};
  train(whole, a, 4);
  train(parts, b, 2);
  const auto file = trial_folder(parts.folder, 1) / "epochs.csv";
  std::string text;
  for (const TrainedEpoch& epoch : b.epochs)
    text += fmt::format("{},{},{},{}\n", epoch.loss, epoch.accuracy, epoch.validation_loss, epoch.last_loss);
  std::ofstream(file) << "loss,accuracy,validation_loss,last_loss\n" << text;
  EXPECT_EQ(train(parts, b, 4), (std::vector{3, 4}));
  ASSERT_EQ(b.epochs.size(), 4u);
  EXPECT_EQ(b.epochs[1].loss, a.epochs[1].loss);
  EXPECT_EQ(b.epochs[1].train_accuracy, std::nullopt);
  EXPECT_EQ(b.epochs[3].train_accuracy, a.epochs[3].train_accuracy);
}

TEST_F(CellTrainer, RestartsFromDamagedFilesAndThoseOfAnotherTraining) {
  const Job once = task(folder_ / "once");
  SearchTrial a{.number = 1};
  train(once, a, 4);
  for (const std::string damage : {"checkpoint", "epochs.csv"}) {
    const Job again = task(folder_ / damage);
    SearchTrial b{.number = 1};
    train(again, b, 2);
    std::ofstream(trial_folder(again.folder, 1) / damage) << "loss";
    EXPECT_EQ(train(again, b, 4), (std::vector{1, 2, 3, 4})) << damage;
    expect_same(a, b);
  }
  Job other = task(folder_ / "other");
  SearchTrial b{.number = 1};
  other.training.seed = 4;
  train(other, b, 2);
  other.training.seed = 3;
  EXPECT_EQ(train(other, b, 4), (std::vector{1, 2, 3, 4}));
  expect_same(a, b);
}

}  // namespace
}  // namespace bora::nas
