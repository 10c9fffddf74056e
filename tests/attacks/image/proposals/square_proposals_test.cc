#include "attacks/image/proposals/square_proposals.h"

#include <set>

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks {
namespace {

TEST(SquareProposals, ShrinkOverTheBudgetButNoFasterThanOver1000Queries) {
  AttackProblem problem;
  problem.shape = {3, 32, 32};
  const auto over = [&](int budget, ShrinkSchedule schedule) {
    problem.budget = budget;
    return schedule.over(problem);
  };
  EXPECT_EQ(over(200, {}), 1000);
  EXPECT_EQ(over(5000, {}), 5000);
  EXPECT_EQ(over(200, {.queries = 300}), 300);
  EXPECT_EQ(over(200, {.least = 0}), 200) << "as in the paper";
  const auto side = [&](int budget, ShrinkSchedule schedule) {
    problem.budget = budget;
    return SquareProposals(problem, 0.3, schedule).side(50);
  };
  EXPECT_EQ(side(100, {}), side(1000, {}));
  EXPECT_LT(side(100, {.least = 0}), side(100, {}));
  EXPECT_EQ(over(200, ShrinkSchedule{}.from_prior()), 200);
  EXPECT_EQ(over(200, ShrinkSchedule{.least = 500}.from_prior()), 500);
  problem.least_schedule = 0;
  EXPECT_EQ(over(200, {}), 200) << "in a run that an earlier version began";
  EXPECT_EQ(over(200, {.least = 500}), 500);
}

TEST(SquareProposals, MoveRowsAndPixelsToTheBoundAsWholeImages) {
  const ImageShape shape{3, 14, 18};
  testing::LinearVictim victim(shape, 4, 1);
  // Values near 0 and 1 are closer to the original than epsilon.
  const auto problem = testing::random_problem(victim, true, LinfBall(0.3, false), 100, 3);
  const SquareProposals proposals(problem, 0.3);
  const Eigen::RowVectorXf signs = Eigen::RowVectorXf::Random(shape.size()).cwiseSign();
  Eigen::RowVectorXf rows = signs;
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y) proposals.row_at_bound(c, y, rows.data() + (c * 14 + y) * 18);
  EXPECT_EQ(rows, proposals.at_bound(signs));
  for (int i = 0; i < shape.size(); ++i)
    EXPECT_EQ(proposals.pixel_at_bound(i / (14 * 18), i / 18 % 14, i % 18, signs[i]), rows[i]);
}

TEST(SquareProposals, FillAlongADirectionWithItsSigns) {
  testing::LinearVictim victim({3, 14, 18}, 4, 1);
  const auto problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
  const SquareProposals proposals(problem, 0.3);
  const auto epsilon = static_cast<float>(problem.ball.epsilon());
  Rng rng(4);
  const Eigen::RowVectorXf direction = Eigen::RowVectorXf::Random(problem.shape.size());
  for (int i = 0; i < 20; ++i) {
    Eigen::RowVectorXf image = problem.original;
    proposals.add_square_along(image, 6, direction, rng);
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), problem.shape.size()));
    int changed = 0;
    for (int j = 0; j < problem.shape.size(); ++j) {
      if (image[j] == problem.original[j]) continue;
      ++changed;
      const float wanted = problem.original[j] + (direction[j] > 0 ? epsilon : -epsilon);
      EXPECT_NEAR(image[j], std::clamp(wanted, 0.0F, 1.0F), 1e-6F);
    }
    EXPECT_LE(changed, 3 * 36);
    EXPECT_GT(changed, 36);
  }
}

TEST(SquareProposals, CopyAWindowOfAnotherImage) {
  testing::LinearVictim victim({3, 14, 18}, 4, 1);
  const auto problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
  const SquareProposals proposals(problem, 0.3);
  Rng rng(4);
  const Eigen::RowVectorXf base = Eigen::RowVectorXf::Zero(problem.shape.size());
  const Eigen::RowVectorXf other = Eigen::RowVectorXf::Ones(problem.shape.size());
  std::set<int> places;
  for (int i = 0; i < 20; ++i) {
    Eigen::RowVectorXf image = base;
    const Region window = proposals.add_window(image, 6, other, rng);
    EXPECT_EQ(image.sum(), 3 * 36);
    Eigen::Index first = 0, last = 0;
    image.maxCoeff(&first);
    image.reverse().maxCoeff(&last);
    // From the upper left corner in the first channel to the lower right one in the last.
    EXPECT_EQ(image.size() - 1 - last - first, (2 * 14 + 5) * 18 + 5);
    EXPECT_EQ(first, window.top * 18 + window.left);
    EXPECT_EQ(window.bottom - window.top, 6);
    EXPECT_EQ(window.right - window.left, 6);
    places.insert(static_cast<int>(first));
  }
  EXPECT_GT(places.size(), 10U);
}

TEST(SquareProposals, AlwaysChangeSomething) {
  testing::LinearVictim victim({1, 16, 16}, 4, 1);
  const auto problem = testing::random_problem(victim, true, LinfBall(0.05, false), 100, 3);
  const SquareProposals proposals(problem, 0.3);
  Rng rng(4);
  const Eigen::RowVectorXf base = proposals.stripes(rng);
  for (int side = 1; side < 12; ++side) EXPECT_NE(proposals.with_square(base, side, rng), base) << side;
}

}  // namespace
}  // namespace bora::attacks
