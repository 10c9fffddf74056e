#include "attacks/image/methods/bayesian/gp_bo_auto.h"

#include <limits>

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

constexpr int kImage = 12;

AttackProblem grey_problem(std::uint64_t seed) {
  AttackProblem problem{{}, {1, kImage, kImage}, {0, 1}, LinfBall(0.2, true), 2, 200, seed};
  problem.original = Eigen::RowVectorXf::Constant(kImage * kImage, 0.5F);
  return problem;
}

/// Returns a smooth function of the means of 3 x 3 blocks of 4 x 4 pixels, for which a side of 3 is the
/// smallest sufficient one.
double of_blocks(const Eigen::RowVectorXf& image) {
  double value = 0;
  for (int block = 0; block < 9; ++block) {
    double mean = 0;
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) mean += image[(block / 3 * 4 + y) * kImage + block % 3 * 4 + x] - 0.5;
    mean *= 5.0 / 16;  // in [-1, 1]
    value += std::sin(3 * mean + block) + (block % 2 == 0 ? mean : -mean);
  }
  return value;
}

int side_after(int queries, GpBoAutoOptions options, std::uint64_t seed) {
  const AttackProblem problem = grey_problem(seed);
  GpBoAutoAttack attack(problem, options);
  for (int i = 0; i < queries; ++i) {
    Batch image = *attack.ask();
    problem.ball.project(problem.original.data(), image.data(), kImage * kImage);
    Observation seen;
    seen.objective = of_blocks(image.row(0));
    attack.tell(image, {seen});
  }
  attack.ask();
  return attack.side();
}

GpBoAutoOptions options() {
  GpBoAutoOptions options;
  options.side = 12;
  options.smallest = 3;
  options.largest = 12;
  options.step = 3;
  options.optimiser.candidates = 300;
  options.optimiser.initial_points = 60;
  return options;
}

TEST(GpBoAuto, TakesTheLargestEvidenceIfItExceedsTheMargin) {
  // The second exceeds the third, the current one, by more than the margin.
  EXPECT_EQ(clearly_better({-106, -104, -110}, 2, 3), 1U);
  EXPECT_EQ(clearly_better({-108, -107.5, -110}, 2, 3), 2U);
  EXPECT_EQ(clearly_better({-110, -120}, 0, 3), 0U);
  EXPECT_EQ(clearly_better({-108, -107.5, -110}, 2, 0), 1U) << "as printed: the largest wins";
  const double none = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(clearly_better({none, none}, 1, 3), 1U) << "no evidence at all";
  EXPECT_EQ(clearly_better({-5, none}, 1, 3), 0U);
}

TEST(GpBoAuto, ChoosesTheSideThatTheVictimDependsOn) {
  for (const std::uint64_t seed : {1, 2, 3}) EXPECT_EQ(side_after(60, options(), seed), 3);
}

TEST(GpBoAuto, ChoosesItFromAMixedDesignToo) {
  GpBoAutoOptions mixed = options();
  mixed.mixed_design = true;
  EXPECT_EQ(side_after(60, mixed, 4), 3);
}

TEST(GpBoAuto, KeepsItsSideWithoutEvidenceForAnother) {
  // All perturbations have side 3, so larger sides explain them equally well.
  GpBoAutoOptions coarse = options();
  coarse.side = 3;
  EXPECT_EQ(side_after(110, coarse, 5), 3);
}

TEST(GpBoAuto, KeepsTheObservationsOfTheOldSide) {
  const AttackProblem problem = grey_problem(6);
  GpBoAutoOptions with = options();
  GpBoAutoAttack attack(problem, with);
  double best_of_design = -1e300;
  double best = -1e300;
  for (int i = 0; i < 90; ++i) {
    Batch image = *attack.ask();
    problem.ball.project(problem.original.data(), image.data(), kImage * kImage);
    Observation seen;
    seen.objective = of_blocks(image.row(0));
    best = std::max(best, seen.objective);
    if (i < 60) best_of_design = best;
    attack.tell(image, {seen});
  }
  EXPECT_GT(best, best_of_design + 1);
}

TEST(GpBoAuto, SidesAreThoseOfThePaper) {
  AttackSettings settings("gp-bo-auto");
  GpBoAutoOptions read;
  read.read(settings, {1, 28, 28});
  EXPECT_EQ(read.sides({1, 28, 28}), (std::vector<int>{6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28}));
  GpBoAutoOptions large;
  AttackSettings again("gp-bo-auto");
  large.read(again, {3, 299, 299});
  EXPECT_EQ(large.sides({3, 299, 299}), (std::vector<int>{6, 12, 18, 24, 30, 36, 42, 48, 54, 60}));
}

}  // namespace
}  // namespace bora::attacks
