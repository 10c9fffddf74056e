#include "attacks/image/methods/bayesian/p_bo.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/input_error.h"

namespace bora::attacks::p_bo_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 8, 8};
const PBoOptions kSmall{.starts = 3, .ascent_steps = 30, .ascent_rate = 0.1};

// Fixture with two classes, so that the margin is linear and the best image is known.
class PBo : public ::testing::Test {
 protected:
  static AttackProblem problem(std::shared_ptr<Victim> substitute) {
    auto problem = continuous_problem(kShape, 2, {0, 1}, 0.1);
    problem.substitutes = std::make_shared<Substitutes>(std::vector<std::shared_ptr<Victim>>{substitute});
    return problem;
  }
  Eigen::RowVectorXf gradient() const { return victim_.weights().row(1) - victim_.weights().row(0); }
  // Returns the rise of the margin, as a share of the largest rise in the ball.
  double share_of_best(const AttackProblem& problem, const Eigen::RowVectorXf& image) const {
    return gradient().dot(image - problem.original) / (0.1 * gradient().cwiseAbs().sum());
  }

  LinearVictim victim_{kShape, 2, 1};
};

TEST_F(PBo, StartsWithUniformPerturbations) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  PBoAttack attack(problem, kSmall);
  for (const auto& [image, seen] : drive(attack, victim_, problem, 10)) {
    EXPECT_LT(std::abs(share_of_best(problem, image)), 0.5);
    EXPECT_GT((image - problem.original).cwiseAbs().maxCoeff(), 0.08);
  }
}

TEST_F(PBo, FollowsASubstituteThatEqualsTheVictim) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  PBoAttack attack(problem, kSmall);
  const auto trace = drive(attack, victim_, problem, 11);
  EXPECT_GT(share_of_best(problem, trace[10].image), 0.9);
}

TEST_F(PBo, LearnsTheWeightOfASubstitute) {
  const auto same = problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  const auto other = problem(std::make_shared<LinearVictim>(kShape, 2, 7));
  const auto opposite = problem(std::make_shared<LinearVictim>(kShape, 2, 1, -1));
  PBoAttack right(same, kSmall), useless(other, kSmall), wrong(opposite, kSmall);
  drive(right, victim_, same, 22);
  drive(useless, victim_, other, 22);
  drive(wrong, victim_, opposite, 22);
  EXPECT_NEAR(right.prior_weight(), 1, 0.2);
  EXPECT_LT(useless.prior_weight(), 0.5);
  EXPECT_EQ(wrong.prior_weight(), 0);
}

TEST_F(PBo, TheWeightCanBeFixed) {
  const auto wrong = problem(std::make_shared<LinearVictim>(kShape, 2, 1, -1));
  auto options = kSmall;
  options.adaptive = false;
  PBoAttack attack(wrong, options);
  drive(attack, victim_, wrong, 22);
  EXPECT_EQ(attack.prior_weight(), 1);
}

// Observations outweigh a transfer prior that contradicts them.
TEST_F(PBo, RecoversFromAMisleadingSubstitute) {
  const auto wrong = problem(std::make_shared<LinearVictim>(kShape, 2, 1, -1));
  PBoAttack attack(wrong, kSmall);
  double best = -1;
  for (const auto& [image, seen] : drive(attack, victim_, wrong, 60))
    best = std::max(best, share_of_best(wrong, image));
  EXPECT_GT(best, 0.5);
}

// The gradient of the substitute model is mapped back by the transpose of the enlargement, and leads to the
// best perturbation of 4 x 4 blocks.
TEST_F(PBo, SearchesAReducedSpace) {
  const auto problem = this->problem(std::make_shared<LinearVictim>(kShape, 2, 1));
  auto options = kSmall;
  options.side = 4;
  PBoAttack attack(problem, options);
  const auto trace = drive(attack, victim_, problem, 11);
  double best = 0;
  for (int y = 0; y < 8; y += 2)
    for (int x = 0; x < 8; x += 2)
      best += std::abs(gradient().reshaped<Eigen::RowMajor>(8, 8).block(y, x, 2, 2).sum());
  EXPECT_GT(gradient().dot(trace[10].image - problem.original), 0.9 * 0.1 * best);
  EXPECT_FLOAT_EQ(trace[10].image[0] - problem.original[0], trace[10].image[9] - problem.original[9]);
}

TEST(PBoSettings, RefuseADecoderThatDoesNotFit) {
  PBoOptions options;
  AttackSettings settings("p-bo:side=7:decoder=block");
  testing::expect_input_error([&] { options.read(settings, {1, 8, 6}); }, "side", "7");
}

// Cheng et al. 2024: all pixels on CIFAR-10, 56 x 56 values per channel on ImageNet.
TEST(PBoSettings, ReduceTheSearchSpaceOfLargeImages) {
  const auto side = [](const ImageShape& shape) {
    PBoOptions options;
    AttackSettings settings("p-bo");
    options.read(settings, shape);
    return options.side;
  };
  EXPECT_EQ(side({3, 32, 32}), 0);
  EXPECT_EQ(side({3, 224, 224}), 56);
}

}  // namespace
}  // namespace bora::attacks::p_bo_test
