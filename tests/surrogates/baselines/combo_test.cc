#include "surrogates/baselines/combo.h"

#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates::combo_test {
namespace {

ComboOptions quick() {
  ComboOptions options;
  options.initial_points = 8;
  options.samples = 5;
  options.burn_in = 30;
  options.drawn = 200;
  return options;
}

// A quadratic function of six bits, whose largest value, 6, is at one point alone.
double of_bits(const Eigen::VectorXd& x) {
  double value = 2 * x[0] * x[3] - 2 * x[1] + 3 * x[2] * (1 - x[4]) + x[5];
  return value - 1.5 * x[0] * x[4] - x[3] * x[1];
}

// Returns whether an optimiser has found the largest value after `evaluations`.
bool finds_six(MixedOptimiser& optimiser, int evaluations) {
  for (int i = 0; i < evaluations; ++i) {
    const auto trial = optimiser.ask().front();
    optimiser.tell(trial.number, of_bits(trial.point));
  }
  return optimiser.incumbent_value() == 6;
}

TEST(Combo, FindsTheBestOfSixBits) {
  const MixedSpace space({2, 2, 2, 2, 2, 2}, {}, {});
  int found = 0, by_chance = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Combo combo(space, quick(), seed);
    RandomSearch random(space, seed);
    found += finds_six(combo, 24) ? 1 : 0;
    by_chance += finds_six(random, 24) ? 1 : 0;
  }
  EXPECT_GE(found, 9);
  EXPECT_LE(by_chance, 6);
}

// Whole numbers, one by its logarithm, and a category; a sum of two of them is limited.
TEST(Combo, FindsTheBestOfWholeNumbersThatAreAllowed) {
  MixedSpaceRules rules;
  rules.whole = {true, false};
  rules.log_whole = {false, true};
  rules.allows = [](const Eigen::VectorXd& point) { return point[1] + std::exp(point[2]) <= 20.5; };
  const MixedSpace space({3}, Eigen::Vector2d(-10, std::log(0.5)), Eigen::Vector2d(20, std::log(16.5)),
                         rules);
  // 15 and 5 are best of what is allowed.
  const auto value = [](const Eigen::VectorXd& point) {
    return (point[0] == 1 ? 0 : -30) - std::pow(point[1] - 16, 2) - std::pow(std::exp(point[2]) - 6, 2);
  };
  ComboOptions options = quick();
  options.most_fitted = 50;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Combo combo(space, options, seed);
    std::set<std::string> seen;
    while (combo.observations() < 60)
      for (const auto& trial : combo.ask(1 + combo.observations() % 3)) {
        EXPECT_NO_THROW(space.check(trial.point));
        EXPECT_TRUE(seen.insert(space.key(trial.point)).second);
        combo.tell(trial.number, value(trial.point));
      }
    EXPECT_NEAR(combo.incumbent_value(), -2, 1e-9) << "seed " << seed;
  }
}

// A parabola over 0, ..., 22 whose top is at 13, told at the even numbers, of which the first diverged.
TEST(Combo, IsNotMisledByADivergedValue) {
  MixedSpaceRules whole;
  whole.whole = {true};
  const MixedSpace space({}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Constant(1, 22), whole);
  ComboOptions options = quick();
  options.initial_points = 12;
  for (const bool raised : {true, false}) {
    options.raise_tail = raised;
    int near = 0;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Combo combo(space, options, seed);
      for (int x = 0; x <= 22; x += 2)
        combo.observe(Eigen::VectorXd::Constant(1, x), x == 0 ? -1e6 : -std::pow((x - 13) / 22.0, 2));
      near += combo.ask().front().point[0] == 13 ? 1 : 0;
    }
    EXPECT_EQ(near == 5, raised) << near;
  }
}

// Chains of a function of the first two of six variables: the others have larger betas, which smooth more.
TEST(ComboChain, SmoothsOverVariablesWithoutEffect) {
  const std::vector<ValueGraph> graphs{{2, false}, {5, true}, {2, false}, {5, true}, {4, false}, {2, true}};
  Rng rng(1);
  constexpr int kPoints = 60, kBurnt = 50, kDraws = 200;
  Eigen::MatrixXd X(kPoints, 6);
  for (int a = 0; a < kPoints; ++a)
    for (int i = 0; i < 6; ++i) X(a, i) = rng.index(graphs[static_cast<std::size_t>(i)].vertices);
  Eigen::VectorXd y = 2 * X.col(0).array() - X.col(1).array() * X.col(0).array() + 0.5 * X.col(1).array();
  y.array() -= y.mean();
  y /= std::sqrt(y.squaredNorm() / kPoints);
  ComboChain chain(graphs);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(7);
  double log_noise = 0;
  for (int i = 0; i < kBurnt + kDraws; ++i) {
    chain.sweep(X, y, rng);
    ASSERT_TRUE(chain.of_kernel().allFinite());
    EXPECT_GE(chain.mean(), y.minCoeff());
    EXPECT_LE(chain.mean(), y.maxCoeff());
    if (i < kBurnt) continue;
    sum += chain.of_kernel() / kDraws;
    log_noise += chain.log_noise() / kDraws;
  }
  EXPECT_LT(sum.segment(1, 2).maxCoeff() + 1, sum.tail(4).minCoeff()) << sum.transpose();
  EXPECT_LT(log_noise, std::log(0.01)) << "y has no noise";
}

TEST(ComboChain, TakesEqualTargets) {
  ComboChain chain({{2, false}, {3, true}});
  Rng rng(1);
  Eigen::MatrixXd X(3, 2);
  X << 0, 0, 1, 2, 1, 2;
  for (int i = 0; i < 5; ++i) chain.sweep(X, Eigen::VectorXd::Zero(3), rng);
  EXPECT_EQ(chain.mean(), 0);
  EXPECT_TRUE(chain.of_kernel().allFinite());
}

TEST(Combo, RefusesWhatItCannotSearch) {
  const auto refusal = [](const MixedSpace& space, const ComboOptions& options = {}) {
    return testing::input_error_or_accepted([&] { Combo(space, options, 1); });
  };
  EXPECT_EQ(refusal({{2}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1)}),
            "optimiser combo: number 0 is real, expected categories and whole numbers");
  MixedSpaceRules whole;
  whole.whole = {true};
  EXPECT_EQ(refusal({{2}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Constant(1, 1000), whole}),
            "optimiser combo: number 0 has 1001 values, expected at most 1000");
  EXPECT_EQ(refusal({{2}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Constant(1, 999), whole}), "accepted");
  ComboOptions options;
  options.samples = 0;
  EXPECT_EQ(refusal({{2, 2}, {}, {}}, options), "samples: 0 is below 1");
}

}  // namespace
}  // namespace bora::surrogates::combo_test
