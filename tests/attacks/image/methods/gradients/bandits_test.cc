#include "attacks/image/methods/gradients/bandits.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/read_options.h"
#include "support/stub_victims.h"

namespace bora::attacks::bandits_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 12, 12};

AttackProblem problem() {
  return continuous_problem(kShape, 2, {0, 1}, 0.3);
}

class Learning : public BanditsAttack {
 public:
  using BanditsAttack::BanditsAttack;
  using BanditsAttack::prior;
};

BanditsOptions options() {
  BanditsOptions made;
  made.tile = 4;
  made.difference = 0.1;
  made.step = 0.2;
  return made;
}

// By hand: at v = 0 the odds are even, exp(2 log 2) = 4 : 1 gives p = 0.8, v = 0.6.
TEST(ExponentiatedStep, MultipliesTheOdds) {
  EXPECT_NEAR(exponentiated_step(0, std::log(2.0)), 0.6, 1e-12);
  EXPECT_NEAR(exponentiated_step(0.6, -std::log(2.0)), 0, 1e-12);
  EXPECT_DOUBLE_EQ(exponentiated_step(-0.3, 0), -0.3);
}

TEST(ExponentiatedStep, StaysInTheIntervalAndFinite) {
  EXPECT_EQ(exponentiated_step(0.2, 1e6), 1);
  EXPECT_EQ(exponentiated_step(0.2, -1e6), -1);
  EXPECT_TRUE(std::isfinite(exponentiated_step(1, -1e6)));
  EXPECT_TRUE(std::isfinite(exponentiated_step(-1, 1e6)));
}

TEST(Bandits, ProbesAreConstantOnTilesAndAtOneDistance) {
  LinearVictim victim(kShape, 2, 1);
  BanditsAttack attack(problem(), options());
  const auto trace = drive(attack, victim, problem(), 2);
  for (int probe = 0; probe < 2; ++probe) {
    const Eigen::RowVectorXf change = trace[probe].image - problem().original;
    EXPECT_NEAR(change.norm(), 0.1, 1e-4);
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 12; ++x) EXPECT_NEAR(change[y * 12 + x], change[y / 3 * 3 * 12 + x / 3 * 3], 1e-6);
  }
}

// The mean of the two probes of the second iteration is the image after the first step.
TEST(Bandits, TheImageFollowsThePriorsSign) {
  LinearVictim victim(kShape, 2, 1);
  auto settings = options();
  settings.difference = 1e-3;
  settings.step = 0.5;
  Learning attack(problem(), settings);
  drive(attack, victim, problem(), 2);
  const Batch next = *attack.ask();
  const auto decoder = make_decoder("nearest", kShape, 4);
  const Eigen::RowVectorXf expected =
      problem().original + 0.15F * decoder->decode(attack.prior()).cwiseSign();
  EXPECT_LT((next.row(0) - expected).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(Bandits, ThePriorLearnsTheGradient) {
  LinearVictim victim(kShape, 2, 1);
  auto settings = options();
  settings.step = 1e-4;  // so small that the gradient does not change
  Learning attack(problem(), settings);
  drive(attack, victim, problem(), 600);
  attack.ask();
  const Eigen::RowVectorXf gradient = victim.weights().row(1) - victim.weights().row(0);
  const Eigen::VectorXd truth = Encoder(*make_decoder("nearest", kShape, 4)).encode(gradient);
  EXPECT_GT(attack.prior().normalized().dot(truth.normalized()), 0.6);
}

TEST(Bandits, OnTheGridProbesSurviveRounding) {
  LinearVictim victim(kShape, 2, 1);
  auto attacked = problem();
  attacked.ball = LinfBall(0.3, false);
  for (float& value : attacked.original) value = from_level(to_level(value));
  auto settings = options();
  settings.difference = 1e-3;
  BanditsAttack attack(attacked, settings);
  const auto trace = drive(attack, victim, attacked, 1);
  EXPECT_GT(((trace[0].image - attacked.original).array() != 0).count(), 72);
}

// With two classes the margin does not depend on whether the goal is targeted.
TEST(Bandits, RaisesTheMarginUntargeted) {
  LinearVictim victim(kShape, 2, 1);
  const AttackProblem untargeted = continuous_problem(kShape, 2, {0, std::nullopt}, 0.3);
  BanditsOptions margin = options();
  margin.loss = Loss::margin;
  Learning by_default(untargeted, options()), by_margin(problem(), margin);
  drive(by_default, victim, untargeted, 10);
  drive(by_margin, victim, problem(), 10);
  EXPECT_EQ(by_default.prior(), by_margin.prior());
}

TEST(Bandits, AsPaperHasTheAuthorsLoss) {
  const auto read = [](const std::string& spec) {
    return testing::read_options<BanditsOptions>(spec, kShape);
  };
  EXPECT_EQ(read("bandits").loss, std::nullopt);
  EXPECT_EQ(read("bandits:as=paper").loss, Loss::cross_entropy);
  EXPECT_EQ(read("bandits:as=paper").online_rate, 100);
}

TEST(Bandits, TilesAreHalfTheImagesSideByDefault) {
  EXPECT_EQ(BanditsOptions().tile_for({1, 28, 28}), 14);
  EXPECT_EQ(BanditsOptions().tile_for({3, 32, 20}), 10);
  EXPECT_EQ(BanditsOptions().tile_for({3, 224, 224}), 50) << "the authors' for ImageNet";
  EXPECT_EQ(options().tile_for({1, 28, 28}), 4);
}

}  // namespace
}  // namespace bora::attacks::bandits_test
