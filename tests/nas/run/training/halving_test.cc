#include "nas/run/training/halving.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::nas {
namespace {

// Returns a trial with these accuracies on 100 validation images, one per epoch.
SearchTrial trial(const std::vector<double>& accuracies) {
  SearchTrial trial;
  for (const double accuracy : accuracies)
    trial.epochs.push_back({.loss = 1 - accuracy, .accuracy = accuracy});
  return trial;
}

Halving halving(int factor, int first = 1, const std::string& estimator = "accuracy") {
  return Halving({factor, first, estimator, 100});
}

TEST(Halving, HasRungsBelowTheLastEpoch) {
  EXPECT_EQ(halving(3).rungs(9), (std::vector{1, 3}));
  EXPECT_EQ(halving(3).rungs(10), (std::vector{1, 3, 9}));
  EXPECT_EQ(halving(2, 5).rungs(40), (std::vector{5, 10, 20}));
  EXPECT_TRUE(halving(3, 4).rungs(4).empty());
  EXPECT_TRUE(halving(0).rungs(100).empty());
  testing::expect_input_error([] { halving(1); }, "halving: 1", "2 or more");
  testing::expect_input_error([] { halving(3, 0); }, "first-rung: 0");
}

TEST(Halving, LetsTheBestFractionContinue) {
  std::vector<SearchTrial> ended;
  for (const double accuracy : {0.1, 0.2, 0.3, 0.4, 0.5})
    ended.push_back(trial({accuracy, accuracy, accuracy}));
  const auto enough = halving(3).rule(ended, 9);
  const auto after = [&](std::vector<double> accuracies) { return enough(trial(accuracies).epochs); };
  // The two best of six continue.
  EXPECT_FALSE(after({0.6}));
  EXPECT_FALSE(after({0.45}));
  EXPECT_TRUE(after({0.35}));
  EXPECT_FALSE(after({0.4})) << "one that is as good as another is not worse";
  EXPECT_FALSE(after({0.6, 0.0})) << "no rung after two epochs";
  EXPECT_TRUE(after({0.35, 0.35, 0.35}));
  EXPECT_FALSE(after({0.6, 0.0, 0.0})) << "by the best epoch so far, as networks are judged in the end";
}

TEST(Halving, ComparesOnlyWithTrialsThatReachedTheRung) {
  std::vector<SearchTrial> ended{trial({0.1}), trial({0.2}), trial({0.3}), trial({0.4}),
                                 trial({0.9, 0.9, 0.9})};
  ended.push_back(trial({0.9, 0.9, 0.9}));
  ended.back().failure = "diverged";
  const auto enough = halving(3).rule(ended, 9);
  EXPECT_TRUE(enough(trial({0.3}).epochs));
  EXPECT_FALSE(enough(trial({0.8, 0.8, 0.8}).epochs)) << "of two there is no best third";
  EXPECT_FALSE(halving(3).rule({}, 9)) << "no trial to compare with";
  EXPECT_FALSE(halving(0).rule(ended, 9));
}

TEST(Halving, ComparesByTheEstimator) {
  std::vector<SearchTrial> ended(4, trial({0.5, 0.5, 0.5}));
  for (std::size_t i = 0; i < ended.size(); ++i) ended[i].epochs[0].loss = 0.1 * static_cast<double>(i);
  SearchTrial slow = trial({0.9});
  slow.epochs[0].loss = 2;
  EXPECT_TRUE(halving(3, 1, "tse").rule(ended, 9)(slow.epochs));
  EXPECT_FALSE(halving(3, 1, "accuracy").rule(ended, 9)(slow.epochs));
}

TEST(Halving, AddsTheMedianGainToStoppedTrials) {
  const auto value = [](double accuracy) { return -std::log(1 - accuracy); };
  std::vector<SearchTrial> ended{trial({0.5, 0.6, 0.8}), trial({0.4, 0.5, 0.5}), trial({0.3, 0.4, 0.9}),
                                 trial({0.1})};
  ended.back().stopped = true;
  SearchTrial stopped = trial({0.2});
  EXPECT_DOUBLE_EQ(halving(3).told_value(stopped, ended), value(0.2)) << "one that was trained to the end";
  stopped.stopped = true;
  EXPECT_DOUBLE_EQ(halving(3).told_value(stopped, ended), value(0.2) + value(0.8) - value(0.5));
  EXPECT_DOUBLE_EQ(halving(3).told_value(stopped, {ended.back()}), value(0.2)) << "no trial continued";
}

// The gain is the median decrease of the mean loss over the trainings that continued.
TEST(Halving, AddsTheMedianGainOfLosses) {
  const std::vector<SearchTrial> ended{trial({0.5, 0.6, 0.8}), trial({0.4, 0.5, 0.5}),
                                       trial({0.3, 0.4, 0.9})};
  SearchTrial stopped = trial({0.2});
  stopped.stopped = true;
  const double gained = 0.5 - (0.5 + 0.4 + 0.2) / 3;  // the median of three
  EXPECT_NEAR(halving(3, 1, "tse").told_value(stopped, ended), -0.8 + gained, 1e-12);
}

}  // namespace
}  // namespace bora::nas
