#include "models/networks/export.h"

#include <fstream>

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/hash.h"
#include "models/toy_dataset.h"
#include "models/training/training.h"
#include "models/victims/evaluation.h"
#include "models/victims/torch/torchscript_victim.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::models {
namespace {

using testing::expect_input_error;

namespace fs = std::filesystem;

// Returns a network trained for a few steps, so that batch normalisation has other than its initial
// statistics.
Network trained(const std::string& architecture, const ImageDataset& dataset) {
  NetworkOptions options;
  options.architecture = architecture;
  options.input = dataset.shape;
  options.classes = dataset.classes;
  set_normalisation(options, dataset);
  Network network(options);
  TrainingOptions training;
  training.epochs = 1;
  training.learning_rate = 0.01;
  ThreadPool pool(1);
  train(network, dataset, training, pool);
  return network;
}

TEST(Export, GivesTheNetworksScores) {
  const testing::TemporaryFolder directory;
  const auto path = (directory / "model.pt").string();
  for (const auto& architecture : architectures())
    for (const auto& shape : {ImageShape{1, 16, 16}, ImageShape{3, 37, 50}}) {
      const auto dataset = bars(64, shape, 3, 1);
      Network network = trained(architecture, dataset);
      export_torchscript(network, path);
      VictimOptions options;
      options.address = path;
      const auto victim = load_torchscript(options);
      EXPECT_EQ(victim->spec().input, shape);
      EXPECT_EQ(victim->spec().classes, 3);
      EXPECT_EQ(victim->spec().kind, ScoreKind::logits);
      const auto images = images_as_batch(dataset, 0, 20);
      const Batch expected = network.scores(images).values;
      const Batch exported = victim->scores(images).values;
      EXPECT_LT((exported - expected).cwiseAbs().maxCoeff(), 1e-5f * (1 + expected.cwiseAbs().maxCoeff()))
          << architecture << " " << to_string(shape);
    }
}

TEST(Export, CarriesItsMetadata) {
  const testing::TemporaryFolder directory;
  const auto path = (directory / "model.pt").string();
  const auto dataset = bars(32, {1, 16, 20}, 2, 2);
  ModelMetadata metadata;
  metadata.class_names = {"low", "high"};
  metadata.data = "digits";
  metadata.split.seed = 5;
  metadata.test_accuracy = 0.75;
  export_torchscript(trained("resnet8", dataset), path, metadata);
  const auto read = read_metadata(path);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->input, dataset.shape);
  EXPECT_EQ(read->range, ValueRange{});
  EXPECT_EQ(read->layout, Layout::nchw);
  EXPECT_EQ(read->kind, ScoreKind::logits);
  EXPECT_EQ(read->classes, 2);
  EXPECT_EQ(read->class_names, metadata.class_names);
  EXPECT_EQ(read->architecture, "resnet8");
  EXPECT_EQ(read->data, "digits");
  EXPECT_EQ(read->split.seed, 5u);
  EXPECT_EQ(read->test_accuracy, 0.75);
}

TEST(Export, StoresTheTrainingImagesIfGiven) {
  const testing::TemporaryFolder directory;
  const auto dataset = bars(32, {1, 16, 16}, 2, 3);
  const Network network = trained("lenet", dataset);
  const auto path = (directory / "model.pt").string();
  export_torchscript(network, path);
  EXPECT_FALSE(read_training_images(path));
  export_torchscript(network, path, {}, ContentSet(dataset));
  EXPECT_EQ(read_training_images(path), ContentSet(dataset));
}

TEST(Export, WritesTheSameFileForTheSameNetwork) {
  const testing::TemporaryFolder directory;
  const auto dataset = bars(32, {1, 16, 16}, 2, 3);
  const Network network = trained("lenet", dataset);
  export_torchscript(network, (directory / "a.pt").string());
  export_torchscript(network, (directory / "b.pt").string());
  EXPECT_EQ(sha256_file(directory / "a.pt"), sha256_file(directory / "b.pt"));
}

TEST(Export, ReplacesAFileAndLeavesNothingElse) {
  const testing::TemporaryFolder directory;
  const auto path = directory / "model.pt";
  std::ofstream(path) << "old";
  export_torchscript(trained("lenet", bars(16, {1, 16, 16}, 2, 4)), path.string());
  EXPECT_GT(fs::file_size(path), 1000u);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1);
}

TEST(Export, NamesAFileThatCannotBeWritten) {
  const testing::TemporaryFolder directory;
  const Network network = trained("lenet", bars(16, {1, 16, 16}, 2, 5));
  const auto path = (directory / "missing/model.pt").string();
  expect_input_error([&] { export_torchscript(network, path); }, path, "cannot be written");
  fs::create_directory(directory / "folder.pt");
  fs::create_directory(directory / "folder.pt" / "occupied");
  expect_input_error([&] { export_torchscript(network, (directory / "folder.pt").string()); }, "folder.pt");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1);
}

}  // namespace
}  // namespace bora::models
