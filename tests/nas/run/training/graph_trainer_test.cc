#include "nas/run/training/graph_trainer.h"

#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "common/files/storage_error.h"
#include "data/graphs/load_graphs.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

namespace fs = std::filesystem;

class GraphTrainer : public ::testing::Test {
 protected:
  static GraphTrainingTask task() {
    SearchConfig options;
    options.data = "er-components:graphs=60:nodes=6-8";
    options.epochs = 2;
    return make_graph_task(options, load_graphs(options.data, Part::test));
  }
  static bool train(const GraphTrainingTask& task, SearchTrial& trial, const fs::path& folder) {
    trial.architecture = "gcn:layers=2:width=8:pool=max";
    const std::atomic<bool> stop = false;
    return train_graph_network(task, trial, folder, stop, {});
  }
  testing::TemporaryFolder folder_;
};

TEST_F(GraphTrainer, SavesItsNetworkAndMeasuresNoLatency) {
  SearchTrial trial{.number = 1};
  EXPECT_TRUE(train(task(), trial, folder_ / "one"));
  EXPECT_EQ(trial.failure, "");
  ASSERT_EQ(trial.epochs.size(), 2u);
  EXPECT_TRUE(trial.epochs[1].train_accuracy);
  EXPECT_FALSE(trial.latency);
  EXPECT_TRUE(fs::exists(folder_ / "one/model.pt"));
  EXPECT_FALSE(fs::exists(folder_ / "one/checkpoint"));
}

// The same requirements as in cell_trainer_test.cc.
TEST_F(GraphTrainer, AFullDiskIsNoFailureOfTheNetwork) {
  const std::string checkpoint = fmt::format("checkpoint.{}.part", ::getpid());
  for (const std::string& file : {checkpoint, std::string("epochs.csv"), std::string("model.pt")}) {
    const fs::path folder = folder_ / file;
    fs::create_directories(folder / file / "full");
    SearchTrial trial{.number = 1};
    EXPECT_THROW(train(task(), trial, folder), StorageError) << file;
    EXPECT_EQ(trial.failure, "") << file;
    fs::remove_all(folder / file);
    EXPECT_TRUE(train(task(), trial, folder)) << file;
    EXPECT_EQ(trial.epochs.size(), 2u) << file;
  }
}

}  // namespace
}  // namespace bora::nas
