#include "attacks/image/methods/labels/rays.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks::rays_test {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

constexpr ImageShape kShape{1, 8, 8};

/// Gives access to protected members.
class Watched : public RaysAttack {
 public:
  explicit Watched(AttackProblem problem) : RaysAttack(std::move(problem), {}) {}
  using DecisionAttack::image_;
  using RaysAttack::best_;
  using RaysAttack::radius_;
};

class Rays : public ::testing::TestWithParam<std::tuple<bool, bool>> {};

// The boundary of a half-space is nearest along the signs of its normal, which flips of single values find.
TEST_P(Rays, RadiusFallsToTheKnownDistance) {
  const auto [continuous, targeted] = GetParam();
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(continuous);
  if (!targeted) {
    problem.goal.target.reset();
    problem.example.resize(0);
  }
  Watched attack(problem);
  double radius = 1;
  for (int i = 0; i < 1500; ++i) {
    drive_labels(
        attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
    EXPECT_LE(attack.radius_, radius);
    radius = attack.radius_;
  }
  EXPECT_LT(radius, 1.1 * 0.06);
  EXPECT_GT(radius, 0.99 * 0.06 - 1.0 / 255);
  if (continuous) {
    EXPECT_TRUE(victim.adversarial(attack.image_));
    EXPECT_GT(attack.best_.signs.dot(victim.normal().cwiseSign()), 60 - 2 * 8)
        << "few signs are wrong, if any";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Rays, ::testing::Combine(::testing::Bool(), ::testing::Bool()),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param) ? "Continuous" : "EightBit") +
                                  (std::get<1>(test.param) ? "Targeted" : "Untargeted");
                         });

TEST(RaysChecks, ANewDirectionCostsOneQueryUnlessItIsBetter) {
  const HalfSpace victim(kShape, 0.06);
  Watched attack(victim.problem(true));
  const auto decide = [&](const auto& image) { return victim.adversarial(image); };
  while (attack.radius_ == 1) drive_labels(attack, decide, 1);  // the bisection along the first direction
  int checks = 0;
  for (int i = 0; i < 300; ++i) {
    const double radius = attack.radius_;
    const auto trace = drive_labels(attack, decide, 1);
    const double asked = (trace[0].image - victim.original()).cwiseAbs().maxCoeff();
    if (std::abs(asked - radius) < 1e-6) {
      ++checks;
      continue;
    }
    EXPECT_LT(asked, radius) << "a bisection below the best radius";
  }
  EXPECT_GT(checks, 20);
}

TEST(RaysTargeted, StartsFromTheSignsTowardsTheExample) {
  const HalfSpace victim(kShape, 0.06);
  const auto problem = victim.problem(true);
  Watched attack(problem);
  const auto trace = drive_labels(
      attack, [&](const auto& image) { return victim.adversarial(image); }, 2);
  const double radius = (problem.example - problem.original).cwiseAbs().maxCoeff() / 2;
  EXPECT_EQ(trace[0].image, problem.example) << "a query like any other";
  EXPECT_TRUE(trace[1].image.isApprox(clipped_to_ball(problem.original, problem.example, radius), 1e-6F));
}

TEST(RaysTargeted, IgnoresAnExampleThatIsNotAdversarial) {
  const HalfSpace victim(kShape, 0.06);
  Watched attack(victim.problem(true));
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 2);
  EXPECT_EQ(trace[1].image.maxCoeff(), 0) << "-1 everywhere, as without an example";
}

TEST(RaysUntargeted, StartsByFlippingTheWholeImage) {
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(true);
  problem.example.resize(0);
  Watched attack(problem);
  const auto trace = drive_labels(
      attack, [](const auto&) { return false; }, 3);
  EXPECT_EQ(trace[0].image.maxCoeff(), 0) << "-1 everywhere, as far as an image goes";
  EXPECT_EQ(trace[1].image.head(32).maxCoeff(), 0);
  EXPECT_EQ(trace[1].image.tail(32).minCoeff(), 1);
  EXPECT_EQ(trace[2].image.head(32).minCoeff(), 1);
  EXPECT_EQ(trace[2].image.tail(32).maxCoeff(), 0);
}

}  // namespace
}  // namespace bora::attacks::rays_test
