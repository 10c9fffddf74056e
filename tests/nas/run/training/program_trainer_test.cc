#include "nas/run/training/program_trainer.h"

#include <atomic>
#include <filesystem>

#include <gtest/gtest.h>

#include "common/files/storage_error.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::nas {
namespace {

class ProgramTrainer : public ::testing::Test {
 protected:
  void train(const std::string& answer = R"({"accuracy": 0.75})",
             const std::string& objectives = "accuracy") {
    SearchConfig config;
    config.data = "exec:read line; echo '" + answer + "'";
    config.validation = 4;
    config.aim = parse_aim(objectives, "", "accuracy");
    const std::atomic<bool> stop = false;
    make_program_trainer(config)->train(trial_, true, folder_.path(), stop, [](const TrainingProgress&) {},
                                        {});
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

TEST_F(ProgramTrainer, NeedsTheNumberOfParametersIfItIsAnObjective) {
  for (const char* answer : {R"({"accuracy": 0.5})", R"({"accuracy": 0.5, "weights": "12"})",
                             R"({"accuracy": 0.5, "weights": -1})"})
    testing::expect_input_error([&] { train(answer, "accuracy,parameters"); },
                                "objectives parameters: the program answered",
                                R"(without "weights", the number of parameters)");
  train(R"({"accuracy": 0.5, "weights": 12})", "accuracy,parameters");
  EXPECT_EQ(trial_.weights, 12);
  train(R"({"failure": "no memory"})", "accuracy,parameters");
  EXPECT_EQ(trial_.failure, "no memory");
}

TEST_F(ProgramTrainer, ReportsAFileThatCannotBeWrittenAsAStorageError) {
  std::filesystem::create_directories(folder_ / "architecture.txt" / "in the way");
  EXPECT_THROW(train(), StorageError);
}

}  // namespace
}  // namespace bora::nas
