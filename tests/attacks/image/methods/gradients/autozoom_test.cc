#include "attacks/image/methods/gradients/autozoom.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/stub_victims.h"

namespace bora::attacks::autozoom_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};

AttackProblem problem() {
  return continuous_problem(kShape, 2, {0, 1}, 0.3);
}

TEST(AutoZoom, ProbesAreOnASphereAroundTheCurrentImage) {
  LinearVictim victim(kShape, 2, 1);
  AutoZoomOptions options;
  options.side = 8;
  options.directions = 3;
  options.step = 0.01;
  options.published_smoothing = true;
  AutoZoom attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 8);
  EXPECT_EQ(trace[0].image, problem().original);
  for (int start : {0, 4})
    for (int probe = 1; probe < 4; ++probe)
      EXPECT_NEAR((trace[start + probe].image - trace[start].image).norm(), 1.0 / 64, 1e-5);
}

TEST(AutoZoom, StepsUphill) {
  LinearVictim victim(kShape, 2, 1);
  const Eigen::RowVectorXf gradient = victim.weights().row(1) - victim.weights().row(0);
  AutoZoomOptions options;
  options.side = 8;
  options.directions = 400;
  options.step = 0.01;
  options.smoothing = 0.3;
  AutoZoom attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 402);
  const Eigen::RowVectorXf step = trace[401].image - trace[0].image;
  EXPECT_NEAR(step.cwiseAbs().maxCoeff(), options.step, 1e-4) << "ADAM's first";
  int agree = 0;
  for (int i = 0; i < 64; ++i) agree += step[i] * gradient[i] > 0;
  EXPECT_GT(agree, 50);
}

TEST(AutoZoom, OnTheGridProbesSurviveRounding) {
  LinearVictim victim(kShape, 2, 1);
  auto attacked = problem();
  attacked.ball = LinfBall(0.3, false);
  for (float& value : attacked.original) value = from_level(to_level(value));
  AutoZoom attack(attacked, {.side = 8, .published_smoothing = true});
  const auto trace = drive(attack, victim, attacked, 2);
  EXPECT_GT(((trace[1].image - trace[0].image).array() != 0).count(), 30);
}

// The attack space has 64 values, so the half diagonal of the ball is 8 epsilon.
TEST(AutoZoom, ProbesHaveTheirShareOfTheHalfDiagonal) {
  LinearVictim victim(kShape, 2, 1);
  const auto free = continuous_problem(kShape, 2, {0, 1}, 0.01);
  AutoZoom attack(free, {.side = 8, .reach = 2});
  const Batch original = *attack.ask();
  const Scores scores = victim.scores(original);
  attack.tell(original, {observe(scores, log_probabilities(scores), 0, {0, 1})});
  EXPECT_NEAR((attack.ask()->row(0) - free.original).norm(), 2 * 0.01 * 8, 1e-5);
}

TEST(AutoZoom, SmoothingIsThePapersButAtLeastALevelOnTheGrid) {
  EXPECT_DOUBLE_EQ(autozoom_smoothing(196, true), 1.0 / 196);
  EXPECT_DOUBLE_EQ(autozoom_smoothing(196, false), 14.0 / 255);
  EXPECT_DOUBLE_EQ(autozoom_smoothing(1, false), 1);
}

// The authors' code (main.py) and its README: lr 0.01, on ImageNet 0.002 and --img_resize 32.
TEST(AutoZoom, AsPaperHasALargerAttackSpaceForLargeImages) {
  const auto read = [](const ImageShape& shape) {
    AttackSettings settings("autozoom:as=paper");
    AutoZoomOptions options;
    options.read(settings, shape);
    return options;
  };
  EXPECT_EQ(read({1, 28, 28}).side, 14);
  EXPECT_EQ(read({1, 28, 28}).step, 0.01);
  EXPECT_EQ(read({3, 224, 224}).side, 32);
  EXPECT_EQ(read({3, 224, 224}).step, 0.002);
}

}  // namespace
}  // namespace bora::attacks::autozoom_test
