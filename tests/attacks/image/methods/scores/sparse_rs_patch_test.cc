#include "attacks/image/methods/scores/sparse_rs_patch.h"

#include <gtest/gtest.h>

#include "attacks/threat/changed_pixels.h"
#include "support/attack_driver.h"

namespace bora::attacks::sparse_rs_patch_test {
namespace {

// The schedule of the authors' code (rs_attacks.py, p_selection of patches).
TEST(SparseRsPatch, RepaintsSmallerSquaresAsQueriesAreSpent) {
  EXPECT_EQ(repainted_side(0.4, 20, 1, 10000), 12);
  EXPECT_EQ(repainted_side(0.4, 20, 10, 10000), 12);
  EXPECT_EQ(repainted_side(0.4, 20, 11, 10000), 8);
  EXPECT_EQ(repainted_side(0.4, 20, 51, 10000), 6);
  EXPECT_EQ(repainted_side(0.4, 20, 201, 10000), 4);
  EXPECT_EQ(repainted_side(0.4, 20, 1001, 10000), 2);
  EXPECT_EQ(repainted_side(0.4, 20, 2001, 10000), 1);
  EXPECT_EQ(repainted_side(0.4, 5, 1, 10000), 3);
  EXPECT_EQ(repainted_side(0.4, 5, 9999, 10000), 1) << "at least one pixel";
  EXPECT_EQ(repainted_side(0.4, 20, 21, 1000), 4) << "rescaled to the budget";
}

// Place and colours of the patch of an image whose original has no value of 0 or 1.
struct Seen {
  Region place;
  Pixels colours;
};

constexpr ImageShape kShape{3, 9, 12};
constexpr int kSide = 5;

Seen seen_in(const AttackProblem& problem, const Pixels& image) {
  return {changed_region(problem.original.data(), image.data(), kShape), patch_of(problem, image).colours};
}

AttackProblem problem_of(Victim& victim, bool targeted) {
  auto problem = testing::random_problem(victim, targeted, NormBall(Norm::patch, kSide, false, kShape), 300);
  for (float& value : problem.original) value = 0.25F + value / 2;
  problem.ball.project_to_box(problem.original.data(), kShape.size());
  return problem;
}

// Follows a run of 150 queries with a schedule of 200, and checks each proposal against the incumbent.
void check_proposals(bool targeted, double alpha, int period) {
  constexpr int kQueries = 200, kSingleChannels = 101;  // a square of one pixel from iteration 2 on
  testing::LinearVictim victim(kShape, 4, 1);
  const AttackProblem problem = problem_of(victim, targeted);
  testing::AttackDriver driver(make_recipe("sparse-rs:schedule=200", kShape, {}, Norm::patch), victim,
                               problem);
  driver.run(150, false);
  double best = -1e9;
  Seen incumbent;
  for (int i = 0; i < 150; ++i) {
    const Pixels& image = driver.images()[static_cast<std::size_t>(i)];
    const Seen now = seen_in(problem, image);
    EXPECT_EQ(now.place.bottom - now.place.top, kSide) << i;
    EXPECT_EQ(now.place.right - now.place.left, kSide) << i;
    EXPECT_TRUE(((now.colours.array() == 0) || (now.colours.array() == 1)).all()) << i;
    if (i > 0) {
      const bool same_place = now.place.top == incumbent.place.top && now.place.left == incumbent.place.left;
      const Region repainted =
          changed_region(incumbent.colours.data(), now.colours.data(), {3, kSide, kSide});
      if (i % period == 0) {
        EXPECT_FALSE(same_place) << i;
        EXPECT_EQ(now.colours, incumbent.colours) << i;
      } else {
        EXPECT_TRUE(same_place) << i;
        EXPECT_GE(repainted.side(), 1) << i << ": a wasted query";
        EXPECT_LE(repainted.side(), repainted_side(alpha, kSide, i, kQueries)) << i;
        const auto changed = (now.colours.array() != incumbent.colours.array()).count();
        if (i >= kSingleChannels) {
          EXPECT_EQ(changed, 1) << i;
        }
      }
    }
    const Loss raised = targeted ? Loss::cross_entropy : Loss::margin;
    const double loss = loss_value(raised, problem.goal, driver.seen()[static_cast<std::size_t>(i)].log_p);
    if (i > 0 && loss <= best) continue;
    best = loss;
    incumbent = now;
  }
}

TEST(SparseRsPatch, MovesEveryFourthTimeUntargeted) {
  check_proposals(false, 0.4, 4);
}

TEST(SparseRsPatch, MovesEveryTenthTimeTargeted) {
  check_proposals(true, 0.1, 10);
}

// A patch as large as the image cannot move.
TEST(SparseRsPatch, RepaintsAPatchThatCannotMove) {
  testing::LinearVictim victim({1, 6, 6}, 4, 1);
  const auto problem =
      testing::random_problem(victim, false, NormBall(Norm::patch, 6, false, {1, 6, 6}), 300);
  testing::AttackDriver driver(make_recipe("sparse-rs", {1, 6, 6}, {}, Norm::patch), victim, problem);
  driver.run(40, false);
  double best = -1e9;
  Pixels incumbent;
  for (std::size_t i = 0; i < driver.images().size(); ++i) {
    if (i > 0) {
      EXPECT_NE(driver.images()[i], incumbent) << i;
    }
    const double loss = loss_value(Loss::margin, problem.goal, driver.seen()[i].log_p);
    if (i > 0 && loss <= best) continue;
    best = loss;
    incumbent = driver.images()[i];
  }
}

TEST(RandomPatches, DrawEachQueryIndependently) {
  testing::LinearVictim victim(kShape, 4, 1);
  const AttackProblem problem = problem_of(victim, false);
  testing::AttackDriver driver(make_recipe("random", kShape, {}, Norm::patch), victim, problem);
  driver.run(60, false);
  int moved = 0;
  for (std::size_t i = 1; i < driver.images().size(); ++i) {
    const Seen now = seen_in(problem, driver.images()[i]), before = seen_in(problem, driver.images()[i - 1]);
    EXPECT_EQ(now.place.side(), kSide);
    EXPECT_NE(now.colours, before.colours);
    moved += now.place.top != before.place.top || now.place.left != before.place.left ? 1 : 0;
  }
  EXPECT_GT(moved, 45);
}

}  // namespace
}  // namespace bora::attacks::sparse_rs_patch_test
