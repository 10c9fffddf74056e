#include "surrogates/search/mixed/cocabo.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates::cocabo_test {
namespace {

using Eigen::VectorXd;

const MixedSpace kSpace({3, 4}, Eigen::Vector2d(-1, 10), Eigen::Vector2d(1, 30));

TEST(Cocabo, RewardsTheCategoriesThatDoWell) {
  const MixedSpace space({4}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  CocaboOptions options;
  options.budget = 60;
  options.initial_points = 5;
  Cocabo optimiser(space, options, 1);
  for (int i = 0; i < 60; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, trial.point[0] == 2 ? 1e6 - std::pow(trial.point[1] - 0.3, 2) : 0);
  }
  Eigen::Index best = 0;
  optimiser.probabilities().front().maxCoeff(&best);
  EXPECT_EQ(best, 2);
  EXPECT_NEAR(optimiser.probabilities().front().sum(), 1, 1e-12);
}

// Initial points reward the bandits as draws of equal probabilities: an arm's weight is multiplied by
// exp(gamma reward).
TEST(Cocabo, LearnsFromTheInitialPoints) {
  const MixedSpace space({3}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1));
  CocaboOptions options;
  options.budget = 40;
  options.initial_points = 6;
  Cocabo optimiser(space, options, 1);
  VectorXd rewards = VectorXd::Zero(3);
  for (int i = 0; i < 6; ++i) {
    // Values are 0, 1/5, ..., 1, and so are the rewards.
    optimiser.observe(Eigen::Vector2d(i % 3, 0.1 * i), i / 5.0);
    rewards[i % 3] += i / 5.0;
  }
  EXPECT_EQ(optimiser.probabilities().front(), VectorXd::Constant(3, 1.0 / 3)) << "before the first draw";
  optimiser.ask();
  const double gamma = exp3_exploration(3, 40);
  const VectorXd weights = (gamma * rewards).array().exp();
  const VectorXd expected = (1 - gamma) * weights.array() / weights.sum() + gamma / 3;
  EXPECT_LT((optimiser.probabilities().front() - expected).cwiseAbs().maxCoeff(), 1e-12);
  // So does a point that comes later and that no bandit drew; its reward is 1.
  optimiser.observe(Eigen::Vector2d(0, 0.95), 2);
  rewards[0] += 1;
  const VectorXd then = (gamma * rewards).array().exp();
  EXPECT_LT(
      (optimiser.probabilities().front() - VectorXd((1 - gamma) * then.array() / then.sum() + gamma / 3))
          .cwiseAbs()
          .maxCoeff(),
      1e-12);
}

// The second category is active only if the first one is 1; otherwise it is 0 and is not rewarded.
TEST(Cocabo, LearnsNothingOfCategoriesThatMeanNothing) {
  MixedSpaceRules rules;
  rules.settle = [](VectorXd& point) {
    if (point[0] != 1) point[1] = 0;
  };
  const MixedSpace space({2, 3}, VectorXd::Zero(1), VectorXd::Ones(1), rules);
  CocaboOptions options;
  options.budget = 40;
  options.initial_points = 6;
  Cocabo optimiser(space, options, 1);
  for (int i = 0; i < 6; ++i) optimiser.observe(Eigen::Vector3d(0, 0, 0.1 * i), i);
  const VectorXd even = VectorXd::Constant(3, 1.0 / 3);
  for (int i = 0; i < 20; ++i) {
    const auto trial = optimiser.ask().front();
    EXPECT_EQ(optimiser.probabilities()[1], even) << i;
    trial.point[0] == 0 ? optimiser.tell(trial.number, 10 + i) : optimiser.fail(trial.number);
  }
  EXPECT_GT(optimiser.probabilities()[0][0], 0.6);
}

// The largest allowed value, 2, is at a corner of x + y <= 1 beyond which values rise. Of points drawn among
// the allowed ones, one in 2,000 has a value above 1.97.
TEST(Cocabo, FindsTheBestPointThatIsAllowed) {
  MixedSpaceRules rules;
  rules.allows = [](const VectorXd& point) { return point[1] + point[2] <= 1; };
  rules.violation = [](const VectorXd& point) { return std::max(0.0, point[1] + point[2] - 1); };
  const MixedSpace space({2}, VectorXd::Zero(2), VectorXd::Ones(2), rules);
  CocaboOptions options;
  options.budget = 40;
  options.initial_points = 8;
  Cocabo optimiser(space, options, 1);
  for (int i = 0; i < 40; ++i) {
    const auto trial = optimiser.ask().front();
    ASSERT_TRUE(space.allows(trial.point));
    optimiser.tell(trial.number, trial.point[1] + 2 * trial.point[2]);
  }
  EXPECT_GT(optimiser.incumbent_value(), 1.97);
}

TEST(Cocabo, ReadsSettings) {
  const auto read = [](const std::string& text) {
    NamedSettings settings(text);
    CocaboOptions options;
    options.read(settings);
    settings.finish();
    return options;
  };
  const CocaboOptions tuned = read("cocabo:beta=1"), paper = read("cocabo:as=paper:lambda=0.5");
  EXPECT_TRUE(tuned.raise_tail);
  EXPECT_EQ(tuned.initial_points, 0) << "depends on the budget";
  EXPECT_FALSE(paper.raise_tail);
  EXPECT_EQ(paper.initial_points, 24);
  EXPECT_EQ(paper.lambda, 0.5);
  EXPECT_EQ(read("cocabo:as=paper:initial=8").initial_points, 8);
}

TEST(Cocabo, RefusesOptionsByName) {
  const MixedSpace& space = kSpace;
  const auto message = [&](auto change) -> std::string {
    CocaboOptions options;
    change(options);
    try {
      Cocabo(space, options, 1);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message([](auto& o) { o.budget = 0; }), "budget: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.initial_points = -1; }), "initial_points: -1 is below 0");
  EXPECT_EQ(message([](auto& o) { o.refit_every = 0; }), "refit_every: 0 is below 1");
  EXPECT_EQ(message([](auto& o) { o.lambda = 1.5; }), "lambda: 1.5 is not within [0, 1]");
  EXPECT_EQ(message([](auto& o) { o.ucb_beta = -1; }), "ucb_beta: -1 is not a number >= 0");
}

}  // namespace
}  // namespace bora::surrogates::cocabo_test
