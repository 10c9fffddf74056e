#include "attacks/image/methods/labels/boundary.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/half_space.h"

namespace bora::attacks::boundary_test {
namespace {

using testing::drive_labels;
using testing::HalfSpace;

constexpr ImageShape kShape{1, 8, 8};

/// Gives access to protected members.
class Watched : public BoundaryAttack {
 public:
  using BoundaryAttack::BoundaryAttack;
  using DecisionAttack::dither_;
  using DecisionAttack::image_;
};

class Boundary : public ::testing::TestWithParam<bool> {};

// The image is adversarial at every step of every run. The final distance is the mean over runs, which are
// random walks.
TEST_P(Boundary, StaysAdversarialAndApproachesTheOriginal) {
  constexpr int kRuns = 8;
  const HalfSpace victim(kShape, 0.06);
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
    AttackProblem problem = victim.problem(GetParam());
    problem.seed = seed;
    Watched attack(problem, {});
    double nearest = 1e9;
    for (int i = 0; i < 3000; ++i) {
      drive_labels(
          attack, [&](const auto& image) { return victim.adversarial(image); }, 1);
      if (attack.image_.size() == 0) continue;  // before the answer to the example
      ASSERT_TRUE(victim.adversarial(attack.dither_.shown(attack.image_)));
      const double now = (attack.image_ - victim.original()).norm();
      EXPECT_LE(now, nearest * (1 + 1e-5));
      nearest = now;
    }
    EXPECT_GT(nearest, 0.9 * victim.euclidean_distance());
    sum += nearest;
  }
  // On the 8-bit grid the rounded image has to stay adversarial, so the distance is larger.
  EXPECT_LT(sum / kRuns, (GetParam() ? 1.15 : 1.25) * victim.euclidean_distance());
}

INSTANTIATE_TEST_SUITE_P(Grids, Boundary, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Continuous" : "EightBit"; });

TEST(BoundarySteps, MoveOnTheSphereThenTowardsTheOriginal) {
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(true);
  problem.example = problem.original + 0.2F * (problem.example - problem.original);  // far from 0 and 1
  const double radius = (problem.example - problem.original).norm();
  Watched attack(problem, {.orthogonal_step = 0.05, .source_step = 0.02});
  const auto trace = drive_labels(
      attack, [](const auto&) { return true; }, 3);
  EXPECT_EQ(trace[0].image, problem.example);
  const Eigen::RowVectorXf aside = trace[1].image - problem.original;
  EXPECT_NEAR(aside.norm(), radius, 1e-3 * radius) << "on the sphere";
  EXPECT_NEAR((trace[1].image - problem.example).norm(), 0.05 * radius, 1e-3 * radius);
  const Eigen::RowVectorXf nearer = trace[2].image - problem.original;
  EXPECT_NEAR(nearer.norm(), 0.98 * radius, 1e-3 * radius);
  EXPECT_NEAR(nearer.normalized().dot(aside.normalized()), 1, 1e-5);
}

// Returns the length of the step on the sphere of each query, if all images are `adversarial` or none is.
std::vector<double> orthogonal_steps(bool adversarial) {
  const HalfSpace victim(kShape, 0.06);
  auto problem = victim.problem(true);
  problem.example = problem.original + 0.2F * (problem.example - problem.original);
  Watched attack(problem, {.adaptation = 2, .checks = 4});
  drive_labels(
      attack, [](const auto&) { return true; }, 1);  // the example
  std::vector<double> steps;
  for (int i = 0; i < 12; ++i) {
    const Eigen::RowVectorXf before = attack.image_.size() > 0 ? attack.image_ : problem.example;
    const auto trace = drive_labels(
        attack, [&](const auto&) { return adversarial && i % 2 == 0; }, 1);
    if (!adversarial || i % 2 == 0)
      steps.push_back((trace[0].image - before).norm() / (before - problem.original).norm());
  }
  return steps;
}

TEST(BoundarySteps, ShrinkOnACurvedBoundaryAndGrowOnAFlatOne) {
  const auto curved = orthogonal_steps(false);
  EXPECT_NEAR(curved[3], 0.01, 1e-4);
  EXPECT_NEAR(curved[4], 0.005, 1e-4);
  EXPECT_NEAR(curved[8], 0.0025, 1e-4);
  const auto flat = orthogonal_steps(true);
  EXPECT_NEAR(flat[3], 0.01, 1e-4);
  EXPECT_NEAR(flat[4], 0.02, 2e-4);
}

}  // namespace
}  // namespace bora::attacks::boundary_test
