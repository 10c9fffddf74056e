#include "surrogates/bandit/exp3.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

// Golden: by the formula in Python, T = 200.
TEST(Exp3, ExploresAsMuchAsTheHorizonAsks) {
  EXPECT_NEAR(exp3_exploration(3, 200), 0.119941, 5e-7);
  EXPECT_NEAR(exp3_exploration(5, 200), 0.187416, 5e-7);
  EXPECT_NEAR(exp3_exploration(4, 200), 0.155575, 5e-7);
  EXPECT_EQ(exp3_exploration(1000, 1), 1);
  EXPECT_THROW(exp3_exploration(1, 200), InputError);
  EXPECT_THROW(exp3_exploration(3, 0), InputError);
}

TEST(Exp3, NeverOverflowsInAMillionRounds) {
  Exp3 bandit(4, 0.1);
  Rng rng(1);
  for (int round = 0; round < 1'000'000; ++round) {
    const auto draw = bandit.draw(1, rng).front();
    bandit.tell(draw, 1);
    if (round % 1000 == 0) {
      ASSERT_NEAR(bandit.probabilities().sum(), 1, 1e-12);
    }
  }
  const Eigen::VectorXd p = bandit.probabilities();
  EXPECT_TRUE(p.allFinite());
  EXPECT_NEAR(p.sum(), 1, 1e-12);
  EXPECT_GE(p.minCoeff(), 0.1 / 4 - 1e-12) << "each arm keeps its share of exploration";
}

TEST(Exp3, UpdatesAsWritten) {
  Exp3 bandit(3, 0.3);
  Rng rng(2);
  auto draw = bandit.draw(1, rng).front();
  EXPECT_NEAR(draw.probability, 1.0 / 3, 1e-12);
  bandit.tell(draw, 0.5);
  // w = exp(0.3 * (0.5 / (1/3)) / 3), the others 1.
  const double w = std::exp(0.15);
  EXPECT_NEAR(bandit.probabilities()[draw.arm], 0.7 * w / (w + 2) + 0.1, 1e-12);
}

TEST(Exp3, FindsTheBestArm) {
  Exp3 bandit(5, 0.1);
  Rng rng(3);
  for (int round = 0; round < 2000; ++round) {
    const auto draw = bandit.draw(1, rng).front();
    const double chance = draw.arm == 2 ? 0.8 : 0.4;
    bandit.tell(draw, rng.uniform() < chance ? 1 : 0);
  }
  Eigen::Index best = 0;
  bandit.probabilities().maxCoeff(&best);
  EXPECT_EQ(best, 2);
}

// Fewer draws than arms are different arms with the given marginal probabilities; more draws are independent.
TEST(Exp3, DrawsSeveralAtOnceWithTheirOdds) {
  Exp3 bandit(5, 0.2);
  bandit.tell({1, 0.2, 1, false}, 1);
  bandit.tell({1, 0.05, 1, false}, 1);
  Rng rng(4);
  for (const int k : {2, 4, 9}) {
    Eigen::VectorXd times = Eigen::VectorXd::Zero(5), expected = Eigen::VectorXd::Zero(5);
    constexpr int kDraws = 20000;
    for (int i = 0; i < kDraws; ++i) {
      const auto drawn = bandit.draw(k, rng);
      ASSERT_EQ(static_cast<int>(drawn.size()), k);
      std::set<int> different;
      for (const auto& draw : drawn) {
        different.insert(draw.arm);
        times[draw.arm] += 1;
        expected[draw.arm] = k < 5 ? draw.probability : k * draw.probability;
        EXPECT_LE(draw.probability, 1 + 1e-12);
      }
      if (k < 5) {
        ASSERT_EQ(static_cast<int>(different.size()), k);
      }
    }
    EXPECT_LT((times / kDraws - expected).cwiseAbs().maxCoeff(), 0.05) << k;
    EXPECT_NEAR(expected.sum(), k, 1e-9);
  }
}

// Many rounds of the largest and smallest rewards.
TEST(Exp3, DrawsSeveralWhenOneArmIsFarAhead) {
  for (const int rewards : {800, 50000}) {
    Exp3 bandit(4, 0.1);
    for (int i = 0; i < rewards; ++i) bandit.tell({0, 0.5, 1, false}, 1);
    Rng rng(7);
    for (const int k : {2, 3}) {
      const auto drawn = bandit.draw(k, rng);
      ASSERT_EQ(static_cast<int>(drawn.size()), k);
      EXPECT_TRUE(std::any_of(drawn.begin(), drawn.end(), [](const auto& draw) { return draw.arm == 0; }));
      for (const auto& draw : drawn) EXPECT_GT(draw.probability, 0.01);
    }
  }
}

TEST(Exp3, CapsAnArmThatWouldBeDrawnMoreThanSurely) {
  Exp3 bandit(4, 0.1);
  for (int i = 0; i < 50; ++i) bandit.tell({2, 0.25, 1, false}, 1);
  Rng rng(5);
  bool seen = false;
  for (const auto& draw : bandit.draw(2, rng))
    if (draw.arm == 2) {
      seen = true;
      EXPECT_TRUE(draw.capped);
      EXPECT_NEAR(draw.probability, 1, 1e-9);
      const Eigen::VectorXd before = bandit.probabilities();
      bandit.tell(draw, 1);
      EXPECT_EQ(bandit.probabilities(), before);
    }
  EXPECT_TRUE(seen);
}

TEST(RelativeReward, LiesBetweenTheLeastAndTheLargest) {
  EXPECT_EQ(relative_reward(3, {1, 3, 5}), 0.5);
  EXPECT_EQ(relative_reward(5, {1, 3, 5}), 1);
  EXPECT_EQ(relative_reward(2, {2, 2}), 0.5) << "equal values";
  EXPECT_EQ(relative_reward(0.3, {0.3, 0.1 + 0.2}), 0.5) << "equal up to rounding";
  EXPECT_NEAR(relative_reward(2e-300, {1e-300, 2e-300, 5e-300}), 0.25, 1e-15) << "truly different";
  EXPECT_EQ(relative_reward(1e308, {-1e308, 1e308}), 1) << "the difference overflows";
}

TEST(Exp3, RefusesWhatMakesNoSense) {
  EXPECT_THROW(Exp3(1, 0.1), InputError);
  EXPECT_THROW(Exp3(3, 0), InputError);
  Exp3 bandit(3, 0.1);
  Rng rng(6);
  EXPECT_THROW(bandit.draw(0, rng), InputError);
  EXPECT_THROW(bandit.tell({0, 0.5, 1, false}, 1.5), InputError);
  EXPECT_THROW(bandit.tell({0, 0.5, 1, false}, std::nan("")), InputError);
}

}  // namespace
}  // namespace bora::surrogates
