#include "attacks/image/proposals/bump_proposals.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/json.h"

namespace bora::attacks {
namespace {

AttackProblem grey_problem(double epsilon) {
  AttackProblem problem;
  problem.shape = {3, 20, 24};
  problem.original = Eigen::RowVectorXf::Constant(problem.shape.size(), from_level(128));
  problem.ball = NormBall(Norm::l2, epsilon, true);
  problem.budget = 1000;
  return problem;
}

// The expected windows are from the authors' code (golden/attacks/bump.py).
TEST(Bump, MatchesTheAuthorsCode) {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/attacks/bump.json");
  const auto golden = parse_valid_json(file);
  Rng rng(1);
  int transposed = 0;
  for (int draw = 0; draw < 40; ++draw)
    for (const auto& [side, rows] : golden.items()) {
      const int n = std::stoi(side);
      Batch bump = draw_bump(n, rng);
      EXPECT_NEAR(bump.norm(), 1, 1e-5);
      if (std::abs(bump(0, 0) - rows[0][0].get<float>()) > 1e-5F ||
          std::abs(bump(n - 1, 0) - rows[n - 1][0].get<float>()) > 1e-5F) {
        bump.transposeInPlace();
        ++transposed;
      }
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) EXPECT_NEAR(bump(y, x), rows[y][x].get<float>(), 1e-5) << side;
    }
  EXPECT_GT(transposed, 40);
  EXPECT_LT(transposed, 120);
}

TEST(BumpProposals, StartAtTheBoundWithABumpInEveryTile) {
  const AttackProblem problem = grey_problem(2);
  Rng rng(2);
  const Eigen::RowVectorXf change = BumpProposals(problem, 0.1).start(rng) - problem.original;
  EXPECT_NEAR(change.norm(), 2, 1e-4);
  // 5 x 6 tiles of 4 x 4 pixels cover the image.
  for (int top = 0; top < 20; top += 4)
    for (int left = 0; left < 24; left += 4)
      EXPECT_NE(change[(20 + top) * 24 + left], 0) << top << ' ' << left;
}

TEST(BumpProposals, SidesAreOddAndFallFromThePapersShare) {
  AttackProblem problem = grey_problem(2);
  problem.shape = {3, 32, 32};
  const BumpProposals proposals(problem, 0.1);
  EXPECT_EQ(proposals.side(1), 11);
  EXPECT_EQ(proposals.side(500), 3);
  problem.shape = {1, 6, 6};
  EXPECT_EQ(BumpProposals(problem, 1).side(1), 5);
}

// Outside the two windows the change is only rescaled; the length that one window loses goes to the bump.
TEST(BumpProposals, MoveTheChangeOfOneWindowToAnother) {
  const AttackProblem problem = grey_problem(2);
  const BumpProposals proposals(problem, 0.1);
  Rng rng(3);
  Eigen::RowVectorXf image = proposals.start(rng);
  for (int move = 0; move < 50; ++move) {
    const Eigen::RowVectorXf before = image - problem.original;
    proposals.move_change(image, 5, rng);
    const Eigen::RowVectorXf after = image - problem.original;
    EXPECT_NEAR(after.norm(), 2, 1e-4) << "nothing is clipped here";
    const float scale = after.dot(before) / before.squaredNorm();
    int same = 0;
    for (Eigen::Index i = 0; i < after.size(); ++i) same += std::abs(after[i] - before[i]) < 1e-5F ? 1 : 0;
    EXPECT_GE(same, after.size() - 2 * 3 * 25);
    EXPECT_GT(scale, 0.5);
  }
}

TEST(BumpProposals, KeepALongChangeOnABlackImage) {
  AttackProblem problem = grey_problem(2);
  problem.original.setZero();
  const BumpProposals proposals(problem, 0.1);
  Rng rng(4);
  Eigen::RowVectorXf image = proposals.start(rng);
  for (int move = 0; move < 50; ++move) {
    proposals.move_change(image, 5, rng);
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), image.data(), problem.shape.size()));
    EXPECT_GT((image - problem.original).norm(), 0.1);
  }
  proposals.show(Eigen::RowVectorXf::Zero(image.size()), image);
  EXPECT_EQ(image, problem.original);
}

}  // namespace
}  // namespace bora::attacks
