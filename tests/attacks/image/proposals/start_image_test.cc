#include "attacks/image/proposals/start_image.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/input_error.h"

namespace bora::attacks::start_image_test {
namespace {

using testing::continuous_problem;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

TEST(TransferStart, IsACornerOfTheBallThatDependsOnTheStartSeedOnly) {
  auto problem = continuous_problem(kShape, 3, {0, 1}, 0.1);
  problem.substitutes = std::make_shared<Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<LinearVictim>(kShape, 3, 1)});
  const Eigen::RowVectorXf start = transfer_start(problem);
  EXPECT_TRUE((start - problem.original).cwiseAbs().isConstant(0.1F, 1e-5F));
  problem.seed += 1;
  EXPECT_EQ(transfer_start(problem), start);
}

TEST(TransferStart, InL2IsOnTheBorderOfTheBall) {
  auto problem = continuous_problem(kShape, 3, {0, 1}, 0.1);
  problem.ball = NormBall(Norm::l2, 0.1, true);
  problem.substitutes = std::make_shared<Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<LinearVictim>(kShape, 3, 1)});
  EXPECT_NEAR((transfer_start(problem) - problem.original).norm(), 0.1, 1e-5);
}

TEST(TransferStart, NeedsSubstitutes) {
  testing::expect_input_error([] { transfer_start(continuous_problem(kShape, 3, {0, 1}, 0.1)); }, "prior");
}

TEST(SignsOf, PixelsThatCouldNotMovePointOutOfTheRange) {
  AttackProblem problem;
  problem.original.resize(4);
  problem.original << 0, 1, 0.5F, 0.5F;
  Eigen::RowVectorXf image(4), expected(4);
  image << 0, 1, 0.6F, 0.4F;
  expected << -1, 1, 1, -1;
  EXPECT_EQ(signs_of(problem, image), expected);
}

}  // namespace
}  // namespace bora::attacks::start_image_test
