#include "attacks/image/methods/labels/adba.h"

#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks::adba_test {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

constexpr ImageShape kShape{1, 8, 8};

/// Gives access to protected members.
class Watched : public AdbaAttack {
 public:
  using AdbaAttack::AdbaAttack;
  using AdbaAttack::best_;
  using AdbaAttack::radius_;
  using DecisionAttack::image_;
};

// The median divides the mass of the authors' density between two radii in halves.
TEST(AdbaMedian, HalvesTheMassOfTheDensity) {
  const auto mass = [](double from, double to, double reach) {
    double sum = 0;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i) {
      const double r = from + (to - from) * (i + 0.5) / kSteps;
      sum += 0.0313 / std::pow(1 - r / reach + 0.134, 3.066) + 0.168;
    }
    return sum * (to - from) / kSteps;
  };
  for (const auto& [low, high, reach] : {std::tuple{0.0, 1.0, 1.0}, {0.0, 0.4, 0.4}, {0.1, 0.3, 0.4}}) {
    const double median = adba_median(low, high, reach);
    EXPECT_GT(median, low);
    EXPECT_LT(median, high);
    EXPECT_NEAR(mass(low, median, reach) / mass(low, high, reach), 0.5, 2e-3);
  }
  EXPECT_GT(adba_median(0, 1, 1), 0.8) << "most boundaries lie close to the radius in hand";
}

class Adba : public ::testing::TestWithParam<std::tuple<bool, bool, bool>> {};

// The boundary of a half-space is nearest along the signs of its normal. The current radius is always
// adversarial.
TEST_P(Adba, RadiusFallsToTheKnownDistance) {
  const auto [continuous, targeted, median] = GetParam();
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(continuous);
  if (!targeted) {
    problem.goal.target.reset();
    problem.example.resize(0);
  }
  Watched attack(problem, {.radii = {.median = median}});
  double radius = 1;
  for (int i = 0; i < 2500; ++i) {
    drive_labels(
        attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
    EXPECT_LE(attack.radius_, radius);
    radius = attack.radius_;
  }
  EXPECT_LT(radius, 1.15 * 0.06);
  EXPECT_GT(radius, 0.99 * 0.06 - 1.0 / 255);
  if (continuous) {
    EXPECT_TRUE(victim.adversarial(attack.image_));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Adba,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(), ::testing::Bool()),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param) ? "Continuous" : "EightBit") +
                                  (std::get<1>(test.param) ? "Targeted" : "Untargeted") +
                                  (std::get<2>(test.param) ? "Median" : "Middle");
                         });

AttackProblem untargeted(const HalfSpace& victim) {
  auto problem = victim.problem(true);
  problem.goal.target.reset();
  problem.example.resize(0);
  return problem;
}

// The halves of the whole, then the halves of the halves, if no variant is adversarial.
TEST(AdbaBlocks, AreFlippedInPairs) {
  const HalfSpace victim(kShape, 0.06);
  Watched attack(untargeted(victim), {});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 6);
  const int begins[] = {0, 32, 0, 16, 32, 48}, lengths[] = {32, 32, 16, 16, 16, 16};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 64; ++j) {
      const bool flipped = j >= begins[i] && j < begins[i] + lengths[i];
      EXPECT_EQ(trace[i].image[j] < victim.original()[j], flipped) << "query " << i << " value " << j;
    }
}

// A block of one value has no second half.
TEST(AdbaBlocks, OfOneValueIsFlippedAsAWhole) {
  const HalfSpace victim({1, 1, 1}, 0.06);
  Watched attack(untargeted(victim), {});
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 4);
  EXPECT_EQ(trace.size(), 4u);
}

// Only the variant whose first half is dark is adversarial. It replaces the best at once, without a search.
TEST(AdbaComparison, ASingleAdversarialVariantKeepsTheRadius) {
  const HalfSpace victim(kShape, 0.06);
  Watched attack(untargeted(victim), {});
  drive_labels(
      attack, [](const auto& image) { return image.head(32).maxCoeff() <= 0; }, 2);
  attack.ask();
  EXPECT_EQ(attack.radius_, 1);
  EXPECT_EQ(attack.best_.signs.head(32).maxCoeff(), -1);
  EXPECT_EQ(attack.best_.signs.tail(32).minCoeff(), 1);
}

// Both are adversarial at radius 1; the second one is so down to a smaller radius.
TEST(AdbaComparison, OfTwoVariantsTheOneAdversarialAtASmallerRadiusWins) {
  const HalfSpace victim(kShape, 0.06);
  for (const bool median : {true, false}) {
    Watched attack(untargeted(victim), {.radii = {.median = median}});
    const auto decide = [&](const Eigen::RowVectorXf& image) {
      const double radius = (image - victim.original()).cwiseAbs().maxCoeff();
      return radius > (image[0] < victim.original()[0] ? 0.45 : 0.35);
    };
    int queries = 2;
    drive_labels(attack, decide, 2);
    for (; attack.best_.signs.minCoeff() == 1 && queries < 30; ++queries) drive_labels(attack, decide, 1);
    attack.ask();
    EXPECT_EQ(attack.best_.signs.tail(32).maxCoeff(), -1);
    EXPECT_GT(attack.radius_, 0.35);
    EXPECT_LE(attack.radius_, 0.45);
  }
}

// A direction that is adversarial at epsilon is a success, so no smaller radius is queried before, unless
// with below=yes as published. Afterwards smaller radii are queried (--minimise).
TEST(AdbaComparison, QueriesNoRadiusBelowEpsilonBeforeASuccess) {
  const HalfSpace victim(kShape, 0.06);
  const auto always = [](const auto&) { return true; };
  for (const bool below : {false, true}) {
    Watched attack(untargeted(victim), {.radii = {.below = below}});
    double smallest = 1, before = 1;
    for (int query = 0; query < 60; ++query) {
      const bool won = attack.radius_ <= 0.05 + 1e-9;
      const auto trace = drive_labels(attack, always, 1);
      smallest = std::min<double>(smallest, (trace[0].image - victim.original()).cwiseAbs().maxCoeff());
      if (!won) before = smallest;
    }
    if (below)
      EXPECT_LT(before, 0.04);
    else
      EXPECT_NEAR(before, 0.05, 1e-6);
    EXPECT_LT(smallest, 0.04);
  }
}

TEST(AdbaTargeted, StartsFromTheExample) {
  const HalfSpace victim(kShape, 0.06);
  const auto problem = victim.problem(true);
  Watched attack(problem, {});
  const auto trace = drive_labels(
      attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
  EXPECT_EQ(trace[0].image, problem.example);
  attack.ask();
  EXPECT_NEAR(attack.radius_, (problem.example - problem.original).cwiseAbs().maxCoeff(), 1e-6);
}

/// Attack that descends from given signs.
class Descent : public BlockDescent {
 public:
  Descent(AttackProblem problem, Eigen::RowVectorXf signs)
      : BlockDescent(std::move(problem), {}, {}), signs_(std::move(signs)) {}

 private:
  Script<> script() override {
    best_.signs = signs_;
    radius_ = 0.4;
    co_await descend();
  }
  Eigen::RowVectorXf signs_;
};

// The first half of the direction is 0, so that flipping any part of it gives the same image.
TEST(BlockDescent, SkipsBlocksInWhichTheDirectionIsZero) {
  constexpr ImageShape kSmall{1, 4, 4};
  auto problem = testing::continuous_problem(kSmall, 2, {0, {}}, 0.01);
  problem.original.setConstant(0.5F);
  Eigen::RowVectorXf signs = Eigen::RowVectorXf::Zero(16);
  signs.tail(8).setOnes();
  Descent attack(problem, signs);
  const auto adversarial = [&](const Eigen::RowVectorXf& image) {
    return (image - problem.original).tail(8).sum() > 0.63F;
  };
  const auto trace = drive_labels(attack, adversarial, 12);
  EXPECT_TRUE(trace[0].image.isApprox(problem.original + 0.4F * signs));
  for (std::size_t i = 1; i < trace.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(trace[i].image, trace[j].image) << j << ' ' << i;
}

}  // namespace
}  // namespace bora::attacks::adba_test
