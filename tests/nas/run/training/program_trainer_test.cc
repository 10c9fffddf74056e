#include "nas/run/training/program_trainer.h"

#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/files/storage_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

class ProgramTrainer : public ::testing::Test {
 protected:
  void train() {
    SearchConfig config;
    config.data = R"(exec:read line; echo '{"accuracy": 0.75}')";
    config.validation = 4;
    const std::atomic<bool> stop = false;
    make_program_trainer(config)->train(
        trial_, true, folder_.path(), stop, [](const TrainingProgress&) {}, {});
  }
  const testing::TemporaryFolder folder_;
  SearchTrial trial_{.number = 1, .architecture = "a"};
};

TEST_F(ProgramTrainer, TakesTheAccuracyFromTheProgram) {
  train();
  EXPECT_EQ(trial_.failure, "");
  ASSERT_EQ(trial_.epochs.size(), 1u);
  EXPECT_EQ(trial_.epochs[0].accuracy, 0.75);
}

TEST_F(ProgramTrainer, ReportsAFileThatCannotBeWrittenAsAStorageError) {
  std::filesystem::create_directories(folder_ / "architecture.txt" / "in the way");
  EXPECT_THROW(train(), StorageError);
}

}  // namespace
}  // namespace bora::nas
