#include "attacks/image/methods/gradients/pgd.h"

#include <gtest/gtest.h>

#include "support/attack_driver.h"

namespace bora::attacks::pgd_test {
namespace {

using testing::AttackDriver;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

class PgdTest : public ::testing::Test {
 protected:
  // Far from all decision boundaries, so that no step changes the classes that the margin compares.
  AttackProblem problem(LinfBall ball) {
    auto problem = testing::random_problem(victim_, true, ball, 100);
    problem.original.setConstant(from_level(128));
    return problem;
  }
  LinearVictim victim_{kShape, 2, 4};
};

TEST_F(PgdTest, StepsAlongTheSignOfTheGradient) {
  AttackDriver driver(make_recipe("pgd:steps=10:step=0.125", kShape), victim_, problem(LinfBall(0.4, true)));
  driver.run(4, false);
  const int target = *driver.problem().goal.target;
  const Eigen::RowVectorXf uphill =
      (victim_.weights().row(target) - victim_.weights().row(1 - target)).array().sign().matrix();
  for (int i = 0; i + 1 < 4; ++i) {
    Eigen::RowVectorXf expected = driver.images()[i] + 0.05F * uphill;
    driver.problem().ball.project(driver.problem().original.data(), expected.data(), kShape.size());
    EXPECT_LT((driver.images()[i + 1] - expected).cwiseAbs().maxCoeff(), 1e-6F) << i;
    EXPECT_GT(driver.seen()[i + 1].objective, driver.seen()[i].objective);
  }
}

TEST_F(PgdTest, RestartsElsewhereAfterItsSteps) {
  AttackDriver driver(make_recipe("pgd:steps=20", kShape), victim_, problem(LinfBall(0.1, true)));
  driver.run(22, false);
  const auto& images = driver.images();
  // After twenty steps of 2.5 / 20 of epsilon the image is at the best corner of the ball.
  EXPECT_GT((images[20] - driver.problem().original).cwiseAbs().minCoeff(), 0.1F - 1e-6F);
  EXPECT_LT((images[21] - driver.problem().original).cwiseAbs().minCoeff(), 0.05F);
  EXPECT_GT((images[21] - images[0]).cwiseAbs().maxCoeff(), 0.01F) << "another point than at first";
}

TEST_F(PgdTest, ReachesTheBorderWithinASmallBudget) {
  auto attacked = problem(LinfBall(0.1, true));
  attacked.budget = 8;
  AttackDriver driver(make_recipe("pgd", kShape), victim_, attacked);
  driver.run(8, false);
  EXPECT_GT((driver.images()[7] - driver.problem().original).cwiseAbs().minCoeff(), 0.1F - 1e-6F);
}

// Steps of a quarter of a grey level, which would have no effect if each were rounded.
TEST_F(PgdTest, MovesOnTheGridByStepsShorterThanALevel) {
  AttackDriver driver(make_recipe("pgd:steps=40", kShape), victim_, problem(LinfBall(4.0 / 255, false)));
  driver.run(41, false);
  const auto& last = driver.images().back();
  EXPECT_TRUE(driver.problem().ball.contains(driver.problem().original.data(), last.data(), kShape.size()));
  EXPECT_GT((last - driver.problem().original).cwiseAbs().minCoeff(), 3.9F / 255);
}

TEST(PgdOptions, SettingsAreRead) {
  AttackSettings settings("pgd:loss=log-odds:steps=7:step=0.5");
  PgdOptions options;
  options.read(settings);
  EXPECT_EQ(options.loss, Loss::log_odds);
  EXPECT_EQ(options.steps, 7);
  EXPECT_EQ(options.step, 0.5);
}

}  // namespace
}  // namespace bora::attacks::pgd_test
