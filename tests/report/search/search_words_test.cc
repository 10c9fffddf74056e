#include "report/search/search_words.h"

#include <gtest/gtest.h>

#include "support/text.h"

namespace bora::report {
namespace {

// Returns the report of a search whose networks have these accuracies, each after `epochs` equal epochs.
SearchReport report_of(const std::vector<double>& accuracies, int validation, double majority,
                       int epochs = 1) {
  SearchConfig config;
  config.aim = parse_aim("accuracy", "", "accuracy");
  SearchOutcome outcome;
  outcome.validation = validation;
  outcome.majority = majority;
  for (const double accuracy : accuracies) {
    SearchTrial& trial = outcome.trials.emplace_back();
    trial.number = static_cast<std::int64_t>(outcome.trials.size());
    trial.epochs.assign(static_cast<std::size_t>(epochs), {1, accuracy, 1, 1, {}});
  }
  return search_report(config, outcome);
}

std::string warning_of(const std::vector<double>& accuracies, int validation, double majority) {
  return report_of(accuracies, validation, majority).alike;
}

TEST(SearchWords, WarnOfAccuraciesThatVaryByChance) {
  const std::vector<double> accuracies{0.9, 0.91, 0.92, 0.89, 0.9};
  EXPECT_TRUE(testing::contains(warning_of(accuracies, 100, 0),
                                "the accuracies of the 5 networks vary no more than by chance with 100"));
  EXPECT_EQ(warning_of(accuracies, 10000, 0), "") << "with more images, they differ";
  EXPECT_EQ(warning_of({0.9, 0.91, 0.92, 0.89}, 100, 0), "") << "four networks are too few";
  EXPECT_EQ(warning_of(accuracies, 0, 0), "") << "the variance explained in a regression";
}

TEST(SearchWords, WarnOfNetworksThatDoNotBeatAConstantAnswer) {
  EXPECT_TRUE(testing::contains(warning_of({0.9, 0.7}, 100, 0.9),
                                "most frequent class, which has 90.00% of the validation images"));
  EXPECT_EQ(warning_of({0.91, 0.7}, 100, 0.9), "");
  EXPECT_EQ(warning_of({-0.2, -0.1}, 0, 0), "") << "regression has no classes";
}

TEST(SearchWords, CallTheBestAccuracyOptimisticOnlyIfItWasChosenAmongSeveral) {
  const auto validation = [](const std::vector<double>& accuracies, int epochs) {
    return report_of(accuracies, 100, 0, epochs).chosen->validation.plain();
  };
  EXPECT_TRUE(testing::contains(validation({0.9, 0.7}, 1),
                                "(100 images; the largest of 2, and therefore optimistic)"));
  EXPECT_TRUE(testing::contains(validation({0.9}, 2), "(100 images, by which its epoch was chosen)"));
  EXPECT_TRUE(testing::contains(validation({0.9}, 1), "(100 images)"));
}

}  // namespace
}  // namespace bora::report
