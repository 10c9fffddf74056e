#include "attacks/image/decision_attack.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/exchanges.h"

namespace bora::attacks {
namespace {

using testing::continuous_problem;
using testing::drive_labels;

constexpr ImageShape kShape{1, 20, 20};

Eigen::RowVectorXf grey(int level) {
  return Eigen::RowVectorXf::Constant(kShape.size(), from_level(level));
}

TEST(Dither, KeepsImagesOnTheGrid) {
  Rng rng(1);
  const Dither dither(kShape.size(), false, rng);
  for (int level = 0; level <= 255; ++level) EXPECT_EQ(dither.shown(grey(level)), grey(level));
}

TEST(Dither, RoundsTheRightShareUpAndIsMonotone) {
  Rng rng(1);
  const Dither dither(kShape.size(), false, rng);
  Eigen::RowVectorXf before = grey(100);
  for (double level = 100; level <= 102; level += 0.05) {
    const Eigen::RowVectorXf image =
        Eigen::RowVectorXf::Constant(kShape.size(), static_cast<float>(level / 255));
    const Eigen::RowVectorXf shown = dither.shown(image);
    EXPECT_NEAR(255 * shown.mean(), level, 0.08);
    EXPECT_LT(255 * (shown - image).cwiseAbs().maxCoeff(), 1);
    EXPECT_GE((shown - before).minCoeff(), 0);
    before = shown;
  }
}

TEST(Dither, OnlyClipsOffTheGrid) {
  Rng rng(1);
  const Dither dither(3, true, rng);
  EXPECT_EQ(dither.shown(Eigen::RowVector3f(-0.1F, 0.1234F, 1.5F)), Eigen::RowVector3f(0, 0.1234F, 1));
}

TEST(ClippedToBall, LimitsEveryValueToTheRadius) {
  const Eigen::RowVector3f original(0.5F, 0.5F, 0.5F), image(0.9F, 0.55F, 0.1F);
  EXPECT_TRUE(clipped_to_ball(original, image, 0.2).isApprox(Eigen::RowVector3f(0.7F, 0.55F, 0.3F)));
}

/// Attack that finds a start, bisects towards the original, then queries the original.
class Probe : public DecisionAttack {
 public:
  explicit Probe(AttackProblem problem, StartOptions from = {}) : DecisionAttack(std::move(problem), from) {}
  Eigen::RowVectorXf start;
  double share = -1;

 private:
  Script<> script() override {
    start = co_await find_start();
    const ImagePath blend = [&original = problem().original, start = start](double s) -> Eigen::RowVectorXf {
      return original + static_cast<float>(s) * (start - original);
    };
    share = co_await bisect(0, 1, 1e-3, blend);
    for (;;) co_await query(problem().original);
  }
};

TEST(DecisionAttack, StartsFromTheExampleAndBisectsToTheBoundary) {
  auto problem = continuous_problem(kShape, 2, {0, 1}, 0.1);
  problem.original = grey(100);
  problem.example = grey(200);
  Probe probe(problem);
  const auto trace = drive_labels(
      probe, [](const auto& image) { return image[0] > from_level(130); }, 12);
  EXPECT_EQ(probe.start, problem.example);
  EXPECT_EQ(trace[0].image, problem.example) << "that the example is adversarial is a query's answer";
  EXPECT_GE(probe.share, 0.3);
  EXPECT_LE(probe.share, 0.301);
}

// The victim's answers vary, so the example of the plan may not be adversarial when it is queried.
TEST(DecisionAttack, IgnoresAnExampleThatIsNotAdversarial) {
  auto problem = continuous_problem(kShape, 2, {0, 1}, 0.1);
  problem.example = grey(200);
  Probe probe(problem);
  const auto adversarial = [](const Eigen::RowVectorXf& image) {
    return image.minCoeff() < image.maxCoeff() && image[0] > 0.8F;
  };
  const auto trace = drive_labels(probe, adversarial, 100);
  EXPECT_EQ(trace[0].image, problem.example);
  EXPECT_NE(probe.start, problem.example);
  EXPECT_TRUE(adversarial(probe.start));
}

// Along signs, the border of an L2 ball of radius 0.2 is at 0.2 / sqrt(400) = 0.01 per pixel.
TEST(DecisionAttack, InL2SearchesTheTransferRayFromTheBorderOfTheBall) {
  auto problem = continuous_problem(kShape, 2, {0, {}}, 0.1);
  problem.ball = NormBall(Norm::l2, 0.2, true);
  problem.substitutes = std::make_shared<Substitutes>(
      std::vector<std::shared_ptr<Victim>>{std::make_shared<testing::LinearVictim>(kShape, 2, 1)});
  Probe probe(problem, {.from_prior = true});
  const auto adversarial = [&](const Eigen::RowVectorXf& image) {
    return (image - problem.original).cwiseAbs().mean() > 0.05F;
  };
  drive_labels(probe, adversarial, 40);
  EXPECT_NEAR((probe.start - problem.original).cwiseAbs().maxCoeff(), 0.05, 0.002);
}

// Dithering turns a change of 0.4 levels into one of a level in 40% of the values, which is 1.6 times as
// long.
TEST(DecisionAttack, InL2QueriesAnImageOfTheBallInsideTheBall) {
  auto problem = continuous_problem(kShape, 2, {0, 1}, 0.1);
  problem.original = grey(100);
  problem.ball = NormBall(Norm::l2, 0.41 * std::sqrt(kShape.size()) / 255, false);
  const auto raised_by = [&](float levels) {
    return Eigen::RowVectorXf(problem.original.array() + levels / 255);
  };
  problem.example = raised_by(0.4F);
  Probe inside(problem);
  const Pixels shown = *inside.ask();
  EXPECT_TRUE(problem.ball.contains(problem.original.data(), shown.data(), kShape.size()));
  EXPECT_NEAR((shown.array() != problem.original.array()).count(), 0.16 * kShape.size(), 3)
      << "as long as the change was";
  problem.example = raised_by(0.6F);
  Probe outside(problem);
  EXPECT_NEAR((outside.ask()->array() != problem.original.array()).count(), 0.6 * kShape.size(), 40)
      << "dithered";
}

TEST(DecisionAttack, DrawsNoiseUntilItIsAdversarialAndBlendsIt) {
  auto problem = continuous_problem(kShape, 2, {0, {}}, 0.1);
  Probe probe(problem);
  const auto adversarial = [&](const Eigen::RowVectorXf& image) { return image[0] > 0.8F; };
  const auto trace = drive_labels(probe, adversarial, 100);
  std::size_t first = 0;
  while (!adversarial(trace[first].image)) ++first;
  ASSERT_GT(first, 0U) << "the seed should show a draw that fails";
  for (std::size_t i = 1; i <= first; ++i) EXPECT_GT((trace[i].image - trace[i - 1].image).norm(), 1);
  EXPECT_TRUE(adversarial(probe.start));
  EXPECT_LT(probe.start[0], 0.802F);
  EXPECT_GT(probe.share, 0.995) << "on the boundary already";
}

}  // namespace
}  // namespace bora::attacks
