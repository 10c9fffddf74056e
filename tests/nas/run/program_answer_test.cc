#include "nas/run/program_answer.h"

#include <gtest/gtest.h>

namespace bora::nas {
namespace {

SearchTrial answered(const std::string& line) {
  SearchTrial trial;
  take_answer(trial, line);
  return trial;
}

TEST(ProgramAnswer, HasAnAccuracy) {
  const SearchTrial trial = answered(R"({"accuracy": 0.75, "weights": 1200, "loss": 0.5})");
  EXPECT_EQ(trial.failure, "");
  EXPECT_EQ(trial.weights, 1200);
  ASSERT_EQ(trial.epochs.size(), 1U);
  EXPECT_EQ(trial.epochs[0].accuracy, 0.75);
  EXPECT_EQ(trial.epochs[0].loss, 0.5);
}

// A trial without an accuracy always has a failure.
TEST(ProgramAnswer, HasOtherwiseAFailure) {
  EXPECT_EQ(answered(R"({"failure": "no memory\n"})").failure, "no memory?");
  EXPECT_EQ(answered(R"({"failure": null, "accuracy": 0.5})").failure, "") << "null: there was none";
  for (const char* line : {R"({"failure": ""})", R"({"failure": {}, "accuracy": 1})"}) {
    EXPECT_EQ(answered(line).failure, "failed") << line;
    EXPECT_TRUE(answered(line).epochs.empty()) << line;
  }
  for (const char* line : {"", "[]", "0.5", R"({"failure": null})", R"({"accuracy": 1.5})",
                           R"({"accuracy": "x"})", R"({"accuracy": 1e999})"})
    EXPECT_NE(answered(line).failure.find("expected {\"accuracy\""), std::string::npos) << line;
}

}  // namespace
}  // namespace bora::nas
