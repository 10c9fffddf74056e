#include "tools/nas/cell_trainer.h"

#include <fstream>

#include <gtest/gtest.h>

#include "models/torchscript_victim.h"
#include "support/temporary_folder.h"

namespace bora {
namespace {

ImageDataset stripes(int count, std::uint64_t seed) {
  ImageDataset data;
  data.shape = {1, 16, 16};
  data.classes = 3;
  Rng rng(seed);
  for (int i = 0; i < count; ++i) {
    data.labels.push_back(i % 3);
    data.records.push_back(i);
    for (int p = 0; p < data.shape.size(); ++p)
      data.pixels.push_back(static_cast<std::uint8_t>(rng.index(120) + (p % 3 == i % 3 ? 100 : 0)));
  }
  return data;
}

class CellTrainer : public ::testing::Test {
 protected:
  CellTask task(const std::filesystem::path& folder) const {
    CellTask task;
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
  // Trains until `epochs` epochs are done; returns the epochs that were worked on.
  std::vector<int> train(const CellTask& task, SearchTrial& trial, int epochs) const {
    std::atomic<bool> stop = false;
    std::vector<int> worked;
    const Architecture cell =
        task.space->parse("|nor_conv_3x3~0|+|skip_connect~0|none~1|+|nor_conv_1x1~0|none~1|skip_connect~2|");
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
    }
  }
  testing::TemporaryFolder folder_;
};

TEST_F(CellTrainer, ATrainingThatWasCutShortGoesOnAndEndsTheSame) {
  const CellTask whole = task(folder_ / "whole"), parts = task(folder_ / "parts");
  SearchTrial a{.number = 1}, b{.number = 1};
  EXPECT_EQ(train(whole, a, 4), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(train(parts, b, 2), (std::vector{1, 2}));
  EXPECT_EQ(train(parts, b, 4), (std::vector{3, 4}));
  expect_same(a, b);
  const auto scores = [](const CellTask& task) {
    const auto victim = load_torchscript({.path = (trial_folder(task.folder, 1) / "model.pt").string()});
    Batch images = Batch::Constant(2, task.train.shape.size(), 0.3F);
    return victim->scores(images).values;
  };
  EXPECT_EQ(scores(whole), scores(parts));
  EXPECT_FALSE(std::filesystem::exists(trial_folder(parts.folder, 1) / "checkpoint"));
}

TEST_F(CellTrainer, WhatIsDamagedOrOfAnotherTrainingIsBegunAnew) {
  const CellTask once = task(folder_ / "once");
  SearchTrial a{.number = 1};
  train(once, a, 4);
  for (const std::string damage : {"checkpoint", "epochs.csv"}) {
    const CellTask again = task(folder_ / damage);
    SearchTrial b{.number = 1};
    train(again, b, 2);
    std::ofstream(trial_folder(again.folder, 1) / damage) << "loss";
    EXPECT_EQ(train(again, b, 4), (std::vector{1, 2, 3, 4})) << damage;
    expect_same(a, b);
  }
  CellTask other = task(folder_ / "other");
  SearchTrial b{.number = 1};
  other.training.seed = 4;
  train(other, b, 2);
  other.training.seed = 3;
  EXPECT_EQ(train(other, b, 4), (std::vector{1, 2, 3, 4}));
  expect_same(a, b);
}

}  // namespace
}  // namespace bora
