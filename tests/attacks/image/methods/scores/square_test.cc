#include "attacks/image/methods/scores/square.h"

#include <gtest/gtest.h>

#include "attacks/image/transfer/substitute_pgd.h"
#include "common/error.h"
#include "support/read_options.h"
#include "support/stub_victims.h"

namespace bora::attacks {
namespace {

AttackProblem grey_problem(ImageShape shape, int budget) {
  AttackProblem problem;
  problem.shape = shape;
  problem.original = Eigen::RowVectorXf::Constant(shape.size(), from_level(128));
  problem.goal = {0, 1};
  problem.ball = LinfBall(8.0 / 255, false);
  problem.classes = 3;
  problem.budget = budget;
  problem.seed = 9;
  return problem;
}

// Returns the next query as the driver shows it to the victim.
Batch ask(SquareAttack& attack, const AttackProblem& problem) {
  Batch image = *attack.ask();
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.cols()));
  return image;
}

Observation answer(double log_target) {
  Observation seen;
  seen.log_p.resize(3);
  seen.log_p << std::log1p(-std::exp(log_target)) - 1e-3, log_target, -30;
  return seen;
}

// Halvings at the iterations of 10,000 that the paper states (section 4).
TEST(SquareSchedule, HalvesAtThePapersIterations) {
  EXPECT_DOUBLE_EQ(square_share(0.8, 0, 10000), 0.8);
  EXPECT_DOUBLE_EQ(square_share(0.8, 10, 10000), 0.8);
  EXPECT_DOUBLE_EQ(square_share(0.8, 11, 10000), 0.4);
  EXPECT_DOUBLE_EQ(square_share(0.8, 51, 10000), 0.2);
  EXPECT_DOUBLE_EQ(square_share(0.8, 201, 10000), 0.1);
  EXPECT_DOUBLE_EQ(square_share(0.8, 9999, 10000), 0.8 / 512);
  EXPECT_DOUBLE_EQ(square_share(0.8, 2, 1000), 0.4) << "rescaled to the budget";
  EXPECT_DOUBLE_EQ(square_share(0.8, 6, 1000), 0.2);
}

TEST(SquareSchedule, SidesCoverTheShareAndLeaveRoomToMove) {
  EXPECT_EQ(square_side(0.3, {1, 28, 28}), 15);
  EXPECT_EQ(square_side(0.3, {3, 32, 32}), 18);
  EXPECT_EQ(square_side(1.0, {3, 32, 32}), 31);
  EXPECT_EQ(square_side(1e-6, {1, 28, 28}), 1);
}

// The authors' README: --p=0.3 for CIFAR-10 and MNIST, 0.05 for ImageNet.
TEST(Square, AsPaperHasTheAuthorsShare) {
  const auto read = testing::read_options<SquareOptions, ImageShape>;
  EXPECT_EQ(read("square:as=paper", {3, 32, 32}).p, 0.3);
  EXPECT_EQ(read("square:as=paper", {1, 28, 28}).p, 0.3);
  EXPECT_EQ(read("square:as=paper", {3, 224, 224}).p, 0.05);
  EXPECT_EQ(read("square:as=paper", {3, 224, 224}).schedule.least, 0);
}

TEST(Square, StartsWithVerticalStripesAtTheBound) {
  SquareAttack attack(grey_problem({3, 10, 12}, 100), {});
  const Batch image = *attack.ask();
  for (int c = 0; c < 3; ++c)
    for (int x = 0; x < 12; ++x) {
      const int level = to_level(image(0, c * 120 + x));
      EXPECT_TRUE(level == 120 || level == 136);
      for (int y = 1; y < 10; ++y) EXPECT_EQ(to_level(image(0, (c * 10 + y) * 12 + x)), level);
    }
}

TEST(Square, StartsFromTheTransferImageIfSet) {
  auto problem = grey_problem({3, 10, 12}, 100);
  problem.substitutes = std::make_shared<Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<testing::LinearVictim>(problem.shape, 3, 4)});
  for (const bool targeted : {false, true}) {
    if (!targeted) problem.goal.target.reset();
    problem.start_seed = problem.seed + 1;
    SquareAttack attack(problem, {.start_from_prior = true});
    Rng rng(problem.start_seed);
    EXPECT_EQ(attack.ask()->row(0), substitute_pgd(problem, {}, rng));
    problem.goal = {0, 1};
  }
  EXPECT_EQ(SquareOptions{}.prior(), PriorUse::none);
  EXPECT_EQ(SquareOptions{.start_from_prior = true}.prior(), PriorUse::required);
}

TEST(Square, ChangesOneSquareToOneSignPerChannel) {
  const auto problem = grey_problem({2, 20, 20}, 100);
  SquareAttack attack(problem, {});
  Batch image = ask(attack, problem);
  attack.tell(image, {answer(-5)});
  Eigen::RowVectorXf incumbent = image.row(0);
  for (int query = 1; query < 60; ++query) {
    image = ask(attack, problem);
    const int side = square_side(square_share(0.3, query - 1, 1000), problem.shape);
    int changed = 0;
    for (int c = 0; c < 2; ++c) {
      int top = 20, bottom = -1, left = 20, right = -1;
      for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x)
          if (const int i = (c * 20 + y) * 20 + x; image(0, i) != incumbent[i]) {
            ++changed;
            top = std::min(top, y), bottom = std::max(bottom, y), left = std::min(left, x),
            right = std::max(right, x);
          }
      if (bottom >= 0) {
        EXPECT_LE(bottom - top, side - 1);
        EXPECT_LE(right - left, side - 1);
      }
    }
    EXPECT_GT(changed, 0) << "a query that repeats the incumbent is wasted";
    const bool better = query % 3 == 0;
    attack.tell(image, {answer(better ? -5 + 0.01 * query : -9)});
    if (better) incumbent = image.row(0);
  }
}

TEST(Square, KeepsTheIncumbentUnlessTheLossGrows) {
  const auto problem = grey_problem({1, 12, 12}, 1000);
  SquareAttack attack(problem, {});
  const Batch first = ask(attack, problem);
  attack.tell(first, {answer(-2)});
  for (int query = 0; query < 30; ++query) attack.tell(ask(attack, problem), {answer(-2)});
  // The incumbent is still the first image, so the late proposal differs from it in one small square.
  const Batch late = ask(attack, problem);
  const int side = square_side(square_share(0.3, 30, 1000), {1, 12, 12});
  EXPECT_LE(((late - first).array() != 0).count(), side * side);
}

TEST(Square, ReturnsAProposalIfNothingCanChange) {
  auto problem = grey_problem({1, 12, 12}, 10);
  problem.ball = LinfBall(1e-8, true);  // smaller than the changes that proposals count
  SquareAttack attack(problem, {});
  for (int query = 0; query < 10; ++query) attack.tell(*attack.ask(), {answer(-2)});
}

}  // namespace
}  // namespace bora::attacks
