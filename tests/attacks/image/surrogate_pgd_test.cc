#include "attacks/image/surrogate_pgd.h"

#include <gtest/gtest.h>

#include "support/attack_driver.h"
#include "support/input_error.h"

namespace bora {
namespace {

using testing::LinearVictim;

constexpr ImageShape kShape{3, 8, 8};

AttackProblem problem_with(std::vector<std::shared_ptr<Victim>> networks, bool targeted, bool continuous) {
  LinearVictim victim(kShape, 4, 1);
  auto problem = testing::random_problem(victim, targeted, LinfBall(0.1, continuous), 10);
  problem.surrogates = std::make_shared<Surrogates>(std::move(networks));
  return problem;
}

Eigen::RowVectorXf corner(const AttackProblem& problem, const Eigen::RowVectorXf& direction) {
  Eigen::RowVectorXf image =
      problem.original + static_cast<float>(problem.ball.epsilon()) * direction.cwiseSign();
  problem.ball.project(problem.original.data(), image.data(), static_cast<int>(image.size()));
  return image;
}

// The gradient of a linear classifier's label gap is the same everywhere, so the best corner is known.
TEST(SurrogatePgd, FindsTheBestCornerOfALinearClassifier) {
  for (const bool continuous : {false, true}) {
    const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
    const auto problem = problem_with({network}, true, continuous);
    const auto& weights = network->weights();
    Rng rng(7);
    EXPECT_EQ(surrogate_pgd(problem, Loss::label_gap, {}, rng),
              corner(problem, weights.row(*problem.goal.target) - weights.row(problem.goal.label)));
  }
}

TEST(SurrogatePgd, ClimbsTheMeanLossOfAll) {
  const auto strong = std::make_shared<LinearVictim>(kShape, 4, 2, 10);
  const auto weak = std::make_shared<LinearVictim>(kShape, 4, 3);
  const auto problem = problem_with({weak, strong}, true, true);
  const auto gap = [&](const LinearVictim& network) -> Eigen::RowVectorXf {
    return network.weights().row(*problem.goal.target) - network.weights().row(problem.goal.label);
  };
  Rng rng(7);
  EXPECT_EQ(surrogate_pgd(problem, Loss::label_gap, {}, rng), corner(problem, gap(*weak) + gap(*strong)));
}

// A pixel that starts below 0 shows no change until it is back above it.
TEST(SurrogatePgd, KnowsWhereBlackAndWhitePixelsShouldGo) {
  const auto network = std::make_shared<LinearVictim>(kShape, 4, 2);
  auto problem = problem_with({network}, true, true);
  for (int i = 0; i < kShape.size(); ++i) problem.original[i] = static_cast<float>(i % 2);
  const auto& weights = network->weights();
  Rng rng(7);
  EXPECT_EQ(surrogate_pgd(problem, Loss::label_gap, {}, rng),
            corner(problem, weights.row(*problem.goal.target) - weights.row(problem.goal.label)));
}

// Few steps do not undo the random start: another seed leads elsewhere.
TEST(SurrogatePgd, StartsAtRandom) {
  const auto problem = problem_with({std::make_shared<LinearVictim>(kShape, 4, 2)}, false, true);
  const SurrogatePgdOptions one_step{1, 0.25};
  Rng rng(7), again(7), other(8);
  const auto image = surrogate_pgd(problem, Loss::margin, one_step, rng);
  EXPECT_EQ(image, surrogate_pgd(problem, Loss::margin, one_step, again));
  EXPECT_NE(image, surrogate_pgd(problem, Loss::margin, one_step, other));
}

TEST(SurrogatePgd, RefusesAProblemWithoutSurrogates) {
  auto problem = problem_with({std::make_shared<LinearVictim>(kShape, 4, 2)}, false, true);
  problem.surrogates = nullptr;
  Rng rng(7);
  testing::expect_input_error([&] { surrogate_pgd(problem, Loss::margin, {}, rng); }, "--prior");
}

}  // namespace
}  // namespace bora
