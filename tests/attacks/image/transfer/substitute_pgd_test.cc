#include "attacks/image/transfer/substitute_pgd.h"

#include <set>

#include <gtest/gtest.h>

#include "support/attack_driver.h"
#include "support/input_error.h"

namespace bora::attacks::substitute_pgd_test {
namespace {

using testing::LinearVictim;

constexpr ImageShape kShape{3, 8, 8};
// The slope of a linear classifier does not depend on the image; with shifts it depends on the shift.
constexpr SubstitutePgdOptions kUnshifted{.shift = 0, .loss = Loss::label_gap};

AttackProblem problem_with(std::vector<std::shared_ptr<Victim>> networks, bool targeted, bool continuous) {
  LinearVictim victim(kShape, 4, 1);
  auto problem = testing::random_problem(victim, targeted, LinfBall(0.1, continuous), 10);
  problem.substitutes = std::make_shared<Substitutes>(std::move(networks));
  return problem;
}

Eigen::RowVectorXf corner(const AttackProblem& problem, const Eigen::RowVectorXf& direction) {
  Eigen::RowVectorXf image =
      problem.original + static_cast<float>(problem.ball.epsilon()) * direction.cwiseSign();
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

// The gradient of a linear classifier's label gap is the same everywhere, so the best corner is known.
TEST(SubstitutePgd, FindsTheBestCornerOfALinearClassifier) {
  for (const bool continuous : {false, true}) {
    const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
    const auto problem = problem_with({network}, true, continuous);
    const auto& weights = network->weights();
    Rng rng(7);
    EXPECT_EQ(substitute_pgd(problem, kUnshifted, rng),
              corner(problem, weights.row(*problem.goal.target) - weights.row(problem.goal.label)));
  }
}

TEST(SubstitutePgd, ClimbsTheMeanLossOfAll) {
  const auto strong = std::make_shared<LinearVictim>(kShape, 4, 2, 10);
  const auto weak = std::make_shared<LinearVictim>(kShape, 4, 3);
  const auto problem = problem_with({weak, strong}, true, true);
  const auto gap = [&](const LinearVictim& network) -> Eigen::RowVectorXf {
    return network.weights().row(*problem.goal.target) - network.weights().row(problem.goal.label);
  };
  Rng rng(7);
  EXPECT_EQ(substitute_pgd(problem, kUnshifted, rng), corner(problem, gap(*weak) + gap(*strong)));
}

// The perturbation of a black pixel starts below 0 for half of the draws, where the network sees no change.
TEST(SubstitutePgd, FindsTheBestCornerOfABlackAndWhiteImage) {
  const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
  auto problem = problem_with({network}, true, true);
  for (int i = 0; i < kShape.size(); ++i) problem.original[i] = static_cast<float>(i % 2);
  const auto& weights = network->weights();
  Rng rng(7);
  EXPECT_EQ(substitute_pgd(problem, kUnshifted, rng),
            corner(problem, weights.row(*problem.goal.target) - weights.row(problem.goal.label)));
}

// The classifier depends on single pixels. Their neighbours change, too, since the image must fool it
// wherever it is shifted.
TEST(SubstitutePgd, FoolsShiftedImages) {
  const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
  const auto problem = problem_with({network}, true, true);
  const Eigen::RowVectorXf slope =
      network->weights().row(*problem.goal.target) - network->weights().row(problem.goal.label);
  constexpr int kReach = 1;
  Eigen::RowVectorXf mean = Eigen::RowVectorXf::Zero(kShape.size());  // mean slope over all shifts
  for (int c = 0; c < kShape.channels; ++c)
    for (int y = 0; y < kShape.height; ++y)
      for (int x = 0; x < kShape.width; ++x)
        for (int down = -kReach; down <= kReach; ++down)
          for (int right = -kReach; right <= kReach; ++right) {
            const int row = y + down, column = x + right;
            if (row < 0 || row >= kShape.height || column < 0 || column >= kShape.width) continue;
            mean[(c * kShape.height + y) * kShape.width + x] +=
                slope[(c * kShape.height + row) * kShape.width + column] / 9;
          }
  Rng rng(7);
  const auto found = substitute_pgd(
      problem, {.steps = 2000, .step = 1e-3, .shift = kReach / 8.0, .loss = Loss::label_gap}, rng);
  // The sign of a small mean depends on the drawn shifts.
  int clear = 0;
  for (int i = 0; i < kShape.size(); ++i) {
    if (std::abs(mean[i]) < 0.3 * mean.cwiseAbs().mean()) continue;
    ++clear;
    EXPECT_EQ(found[i] > problem.original[i], mean[i] > 0) << i;
  }
  EXPECT_GT(clear, kShape.size() / 2);
}

// The network sees a shifted image, so its gradient is shifted back.
TEST(SubstitutePgd, ShiftsSlopesBack) {
  const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
  const auto problem = problem_with({network}, true, true);
  const Eigen::RowVectorXf slope =
      network->weights().row(*problem.goal.target) - network->weights().row(problem.goal.label);
  const SubstitutePgdOptions options{.steps = 1, .momentum = 0, .shift = 2 / 8.0, .loss = Loss::label_gap};
  std::set<int> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed), same(seed);
    const auto found = substitute_pgd(problem, options, Eigen::MatrixXd::Ones(1, 1), rng);
    for (int i = 0; i < kShape.size(); ++i) same.uniform(0, 1);  // draws of the random start
    const int down = same.index(5) - 2;
    const int right = same.index(5) - 2;
    seen.insert(5 * down + right);
    for (int c = 0; c < kShape.channels; ++c)
      for (int y = 0; y < kShape.height; ++y)
        for (int x = 0; x < kShape.width; ++x) {
          const int row = y + down, column = x + right;  // place at which the network saw this pixel
          const bool inside = row >= 0 && row < kShape.height && column >= 0 && column < kShape.width;
          const float wanted = inside ? slope[(c * kShape.height + row) * kShape.width + column] : 0;
          EXPECT_NEAR(found.slopes(0, (c * kShape.height + y) * kShape.width + x) * slope.cwiseAbs().mean(),
                      wanted, 1e-4 * slope.cwiseAbs().maxCoeff());
        }
  }
  EXPECT_GT(seen.size(), 8U);
}

TEST(SubstitutePgd, WeighsTheSubstitutesOfEachRun) {
  const std::vector<std::shared_ptr<LinearVictim>> networks = {std::make_shared<LinearVictim>(kShape, 4, 2),
                                                               std::make_shared<LinearVictim>(kShape, 4, 3)};
  const auto problem = problem_with({networks[0], networks[1]}, true, true);
  const auto gap = [&](int k) -> Eigen::RowVectorXf {
    const auto& weights = networks[static_cast<std::size_t>(k)]->weights();
    return weights.row(*problem.goal.target) - weights.row(problem.goal.label);
  };
  Eigen::MatrixXd weights(3, 2);
  weights << 1, 0, 0, 1, 0.3, 0.7;
  Rng rng(7);
  const auto found = substitute_pgd(problem, kUnshifted, weights, rng);
  for (int i = 0; i < 3; ++i) {
    const Eigen::RowVectorXf slope =
        static_cast<float>(weights(i, 0)) * gap(0) + static_cast<float>(weights(i, 1)) * gap(1);
    EXPECT_EQ(Eigen::RowVectorXf(found.images.row(i)), corner(problem, slope)) << i;
    EXPECT_NEAR(found.slopes.row(i).normalized().dot(slope.normalized()), 1, 1e-5) << i;
  }
}

// After a few steps the image still depends on the random start.
TEST(SubstitutePgd, StartsAtRandom) {
  const auto problem = problem_with({std::make_shared<LinearVictim>(kShape, 4, 2)}, false, true);
  const SubstitutePgdOptions one_step{.steps = 1, .step = 0.25};
  Rng rng(7), again(7), other(8);
  const auto image = substitute_pgd(problem, one_step, rng);
  EXPECT_EQ(image, substitute_pgd(problem, one_step, again));
  EXPECT_NE(image, substitute_pgd(problem, one_step, other));
}

// The best point of an L2 ball is along the gradient.
TEST(SubstitutePgd, InL2FindsTheBestPointOfALinearClassifier) {
  for (const bool continuous : {false, true}) {
    const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
    auto problem = problem_with({network}, true, continuous);
    problem.ball = NormBall(Norm::l2, 0.5, continuous);
    problem.original.setConstant(from_level(128));
    const Eigen::RowVectorXf slope =
        network->weights().row(*problem.goal.target) - network->weights().row(problem.goal.label);
    Rng rng(7);
    const Eigen::RowVectorXf found = substitute_pgd(problem, kUnshifted, rng);
    EXPECT_TRUE(problem.ball.contains(problem.original.data(), found.data(), kShape.size()));
    const Eigen::RowVectorXf change = found - problem.original;
    EXPECT_NEAR(change.norm(), 0.5, continuous ? 1e-5 : 0.01);
    EXPECT_GT(change.normalized().dot(slope.normalized()), continuous ? 0.9999F : 0.99F);
  }
}

// Changes that leave [0, 1] use up no length.
TEST(SubstitutePgd, InL2UsesTheWholeLengthWhereHalfOfThePixelsAreBlack) {
  auto problem = problem_with({std::make_shared<LinearVictim>(kShape, 4, 2)}, true, true);
  problem.ball = NormBall(Norm::l2, 0.5, true);
  for (int i = 0; i < kShape.size(); ++i) problem.original[i] = i % 2 == 0 ? 0.0F : 0.5F;
  Rng rng(7);
  const Eigen::RowVectorXf found = substitute_pgd(problem, kUnshifted, rng);
  EXPECT_GE(found.minCoeff(), 0);
  EXPECT_NEAR((found - problem.original).norm(), 0.5, 1e-4);
}

TEST(SubstitutePgd, RefusesAProblemWithoutSubstitutes) {
  auto problem = problem_with({std::make_shared<LinearVictim>(kShape, 4, 2)}, false, true);
  problem.substitutes = nullptr;
  Rng rng(7);
  testing::expect_input_error([&] { substitute_pgd(problem, {}, rng); }, "prior");
}

}  // namespace
}  // namespace bora::attacks::substitute_pgd_test
