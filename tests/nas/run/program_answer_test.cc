#include "nas/run/program_answer.h"

#include <utility>

#include <fmt/format.h>
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

TEST(ProgramAnswer, AccuraciesAreSharesOfTheValidationInputs) {
  const auto doubt = [](const char* accuracy, int validation) {
    return doubt_about_inputs(answered(fmt::format(R"({{"accuracy": {}}})", accuracy)), validation);
  };
  EXPECT_NE(doubt("0.5003", 100).find("an accuracy of 0.5003, which is no share of 100 validation inputs"),
            std::string::npos)
      << doubt("0.5003", 100);
  EXPECT_NE(doubt("0.5", 99), "");
  for (const auto& [accuracy, validation] : {std::pair{"0", 7},
                                             {"1", 7},
                                             {"0.93", 100},
                                             {"0.3333", 3000},
                                             {"0.33329999446868896", 10000},
                                             {"0.5003", 50000}})
    EXPECT_EQ(doubt(accuracy, validation), "") << accuracy;
  EXPECT_EQ(doubt("2", 100), "") << "a failure";
}

}  // namespace
}  // namespace bora::nas
