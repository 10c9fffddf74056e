#include "surrogates/baselines/exp3bo.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

TEST(Exp3Bo, BeginsWithAsManyPointsOfEachCombination) {
  const MixedSpace space({2, 3}, VectorXd::Zero(1), VectorXd::Ones(1));
  Exp3Bo optimiser(space, {}, 1);
  EXPECT_EQ(optimiser.arms(), 6);
  std::multiset<std::pair<int, int>> seen;
  for (int i = 0; i < 18; ++i) {
    const auto trial = optimiser.ask().front();
    seen.emplace(static_cast<int>(trial.point[0]), static_cast<int>(trial.point[1]));
    optimiser.tell(trial.number, 0);
  }
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b) EXPECT_EQ(seen.count({a, b}), 3u);
}

TEST(Exp3Bo, ReplacesInitialPointsThatAreAbandoned) {
  const MixedSpace space({2, 3}, VectorXd::Zero(1), VectorXd::Ones(1));
  Exp3Bo optimiser(space, {}, 1);
  std::multiset<std::pair<int, int>> told;
  for (int i = 0; i < 27; ++i) {
    const auto trial = optimiser.ask().front();
    if (i % 3 == 1) {
      optimiser.abandon(trial.number);
    } else {
      told.emplace(static_cast<int>(trial.point[0]), static_cast<int>(trial.point[1]));
      optimiser.tell(trial.number, 0);
    }
  }
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 3; ++b) EXPECT_EQ(told.count({a, b}), 3u);
}

// One combination is better than the others, and its best number is found although the others have theirs at
// the other end.
TEST(Exp3Bo, FindsTheBestCombinationAndItsNumber) {
  const MixedSpace space({2, 2}, VectorXd::Zero(1), VectorXd::Ones(1));
  Exp3BoOptions options;
  options.budget = 60;
  options.refit_every = 3;
  Exp3Bo optimiser(space, options, 2);
  for (int i = 0; i < 60; ++i) {
    const auto trial = optimiser.ask().front();
    const bool best = trial.point[0] == 1 && trial.point[1] == 0;
    optimiser.tell(trial.number, best ? 5 - std::pow(trial.point[2] - 0.3, 2) : trial.point[2]);
  }
  Eigen::Index arm = 0;
  optimiser.probabilities().maxCoeff(&arm);
  EXPECT_EQ(arm, 2);
  EXPECT_NEAR(optimiser.incumbent()[2], 0.3, 0.01);
}

TEST(Exp3Bo, ObservationsStandForTheDesignOfTheirCombination) {
  const MixedSpace space({2}, VectorXd::Zero(1), VectorXd::Ones(1));
  Exp3Bo optimiser(space, {}, 1);
  for (const double x : {0.1, 0.5, 0.9}) optimiser.observe(Eigen::Vector2d(1, x), 0);
  for (const auto& trial : optimiser.ask(3)) EXPECT_EQ(trial.point[0], 0);
}

// The same with CoCaBO, and one of three combinations has no allowed point.
TEST(Exp3Bo, FindsTheBestPointThatIsAllowed) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[0] < 2 && point[1] + point[2] <= 1; };
  rules.violation = [](const VectorXd& point) {
    return point[0] < 2 ? std::max(0.0, point[1] + point[2] - 1) : 1;
  };
  const MixedSpace space({3}, VectorXd::Zero(2), VectorXd::Ones(2), rules);
  Exp3BoOptions options;
  options.budget = 50;
  options.refit_every = 3;
  Exp3Bo optimiser(space, options, 1);
  for (int i = 0; i < 50; ++i) {
    const auto trial = optimiser.ask().front();
    ASSERT_TRUE(space.allows(trial.point));
    optimiser.tell(trial.number, trial.point[1] + 2 * trial.point[2]);
  }
  EXPECT_GT(optimiser.incumbent_value(), 1.97);
}

// All combinations that have allowed points get the same number of initial points.
TEST(Exp3Bo, BeginsWithCombinationsThatHaveAllowedPoints) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[0] != 1 && (point[0] == 0 || point[1] < 0.2); };
  const MixedSpace space({3}, VectorXd::Zero(1), VectorXd::Ones(1), rules);
  Exp3Bo optimiser(space, {}, 1);
  int of_last = 0;
  for (int i = 0; i < 6; ++i) {
    const auto trial = optimiser.ask().front();
    of_last += trial.point[0] == 2 ? 1 : 0;
    optimiser.tell(trial.number, 0);
  }
  EXPECT_EQ(of_last, 3);
}

TEST(Exp3Bo, RefusesWhatItCannotSearch) {
  const auto refusal = [](const MixedSpace& space, Exp3BoOptions options = {}) {
    return testing::input_error_or_accepted([&] { Exp3Bo(space, options, 1); });
  };
  EXPECT_EQ(refusal({{2, 2}, {}, {}}),
            "optimiser exp3bo: needs categories and numbers, the space has 2 and 0");
  EXPECT_EQ(refusal({std::vector<int>(5, 17), VectorXd::Zero(1), VectorXd::Ones(1)}),
            "optimiser exp3bo: takes at most 1000 combinations of categories, the space has 1419857");
  const MixedSpace space({2}, VectorXd::Zero(1), VectorXd::Ones(1));
  Exp3BoOptions options;
  options.initial_per_arm = 0;
  EXPECT_EQ(refusal(space, options), "initial_per_arm: 0 is below 1");
  EXPECT_EQ(refusal(space), "accepted");
  MixedSpaceRules rules;
  rules.settle = [](VectorXd& point) {
    if (point[0] == 0) point[1] = 0;
  };
  EXPECT_EQ(refusal({{2, 3}, VectorXd::Zero(1), VectorXd::Ones(1), rules}),
            "optimiser exp3bo: a category is inactive at some points, which is not supported");
}

}  // namespace
}  // namespace bora::surrogates
