#include "report/search/study_figures.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::report {
namespace {

StudyRun run(const std::vector<double>& accuracies) {
  StudyRun out;
  for (const double accuracy : accuracies) out.evaluations.push_back({"a", accuracy});
  out.seconds = 0.5;
  return out;
}

TEST(StudyFigures, ByHand) {
  StudyRuns runs;
  runs[{"x", 1}] = run({80, 90, 85, 90});
  runs[{"x", 2}] = run({88, 84, 89, 89});
  runs[{"x", 3}] = run({90, 10, 10, 10});
  runs[{"x", 9}] = run({0, 0, 0, 0});  // a seed that is not among those requested
  const auto figures = study_figures(runs, {"x", "y"}, {1, 2, 3}, 90, 4);
  ASSERT_EQ(figures.size(), 2u);
  const StrategyFigures& x = figures[0];
  EXPECT_EQ(x.seeds, 3);
  ASSERT_EQ(x.at.size(), 4u);
  EXPECT_NEAR(x.at[0].regret, (10 + 2 + 0) / 3.0, 1e-12);
  EXPECT_NEAR(x.at[3].regret, (0 + 1 + 0) / 3.0, 1e-12);
  // Standard deviation of 0, 1, 0 is 1 / sqrt 3; t of 2 degrees of freedom 4.3027.
  EXPECT_NEAR(x.at[3].regret_half, 4.302653 * std::sqrt(1 / 3.0) / std::sqrt(3.0), 1e-5);
  EXPECT_NEAR(x.at[0].found, 1 / 3.0, 1e-12);
  EXPECT_NEAR(x.at[1].found, 2 / 3.0, 1e-12);
  EXPECT_NEAR(x.at[1].found_interval.low, wilson_interval(2 / 3.0, 3).low, 1e-12);
  EXPECT_EQ(x.median, 2);  // two of three seeds are more than half
  EXPECT_FALSE(x.quantile95);
  EXPECT_NEAR(x.seconds, 0.5 / 4, 1e-12);
  EXPECT_EQ(figures[1].seeds, 0);
  EXPECT_TRUE(figures[1].at.empty());
}

// With noise, the best architecture so far is the one with the best observation, not the one with the best
// accuracy.
TEST(StudyFigures, NoisyObservationsNameTheBest) {
  StudyRuns runs;
  runs[{"x", 1}].evaluations = {{"a", 80, 82}, {"b", 90, 81}, {"c", 85, 83}};
  const auto figures = study_figures(runs, {"x"}, {1}, 90, 3);
  EXPECT_NEAR(figures[0].at[0].regret, 10, 1e-12);
  EXPECT_NEAR(figures[0].at[1].regret, 10, 1e-12);
  EXPECT_NEAR(figures[0].at[2].regret, 5, 1e-12);
  EXPECT_FALSE(figures[0].median);
}

TEST(StudyFigures, WhatWasFoundStaysFoundWhereNoiseNamesAnother) {
  StudyRuns runs;
  runs[{"x", 1}].evaluations = {{"a", 90, 82}, {"b", 80, 83}};
  const auto figures = study_figures(runs, {"x"}, {1}, 90, 2);
  EXPECT_EQ(figures[0].median, 1);
  EXPECT_EQ(figures[0].at[1].found, 1);
  EXPECT_NEAR(figures[0].at[1].regret, 10, 1e-12);
}

TEST(StudyFigures, ARunThatLostEvaluationsIsRefused) {
  StudyRuns runs;
  runs[{"x", 1}] = run({80, 90});
  const auto figures = study_figures(runs, {"x"}, {1}, 90, 2);
  EXPECT_EQ(figures[0].at[1].regret, 0);
  EXPECT_EQ(figures[0].at[1].regret_half, 0);  // one seed has no spread
  testing::expect_input_error([&] { study_figures(runs, {"x"}, {1}, 90, 5); }, "x with seed 1",
                              "2 evaluations");
}

TEST(ShownEvaluations, EndWithTheBudget) {
  EXPECT_EQ(shown_evaluations(60), (std::vector<int>{25, 50, 60}));
  EXPECT_EQ(shown_evaluations(50), (std::vector<int>{25, 50}));
  EXPECT_EQ(shown_evaluations(5), std::vector<int>{5});
}

}  // namespace
}  // namespace bora::report
