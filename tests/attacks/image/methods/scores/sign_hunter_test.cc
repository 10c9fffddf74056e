#include "attacks/image/methods/scores/sign_hunter.h"

#include <gtest/gtest.h>

#include "support/exchanges.h"

namespace bora::attacks::sign_hunter_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::Exchange;
using testing::LinearVictim;

// Returns the signs of the perturbation of a query, in CHW order.
Eigen::RowVectorXf signs(const Exchange& exchange, const AttackProblem& problem) {
  return (exchange.image - problem.original).cwiseSign();
}

TEST(SignHunter, StartsAllPositiveThenFlipsTheWholeAndItsHalves) {
  const ImageShape shape{3, 2, 2};
  LinearVictim victim(shape, 2, 1);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.1);
  SignHunterAttack attack(problem, {});
  const auto trace = drive(attack, victim, problem, 4);
  EXPECT_EQ(signs(trace[0], problem), Eigen::RowVectorXf::Ones(12));
  EXPECT_EQ(signs(trace[1], problem), -Eigen::RowVectorXf::Ones(12));
  // The upper row of all three channels is flipped in the better of the first two images.
  const double plus = loss_value(Loss::cross_entropy, problem.goal, trace[0].seen.log_p);
  const double minus = loss_value(Loss::cross_entropy, problem.goal, trace[1].seen.log_p);
  Eigen::RowVectorXf expected = signs(trace[minus >= plus ? 1 : 0], problem);
  for (int c = 0; c < 3; ++c) expected.segment(4 * c, 2) *= -1;
  EXPECT_EQ(signs(trace[2], problem), expected);
}

// With two classes the loss is a monotone function of a linear one, whose signs the attack must find.
TEST(SignHunter, RecoversTheSignsOfALinearVictim) {
  const ImageShape shape{1, 8, 8};
  const int d = shape.size();
  LinearVictim victim(shape, 2, 3);
  for (const bool targeted : {false, true}) {
    auto problem = continuous_problem(shape, 2, {0, {}}, 0.1);
    if (targeted) problem.goal.target = 1;
    const Eigen::RowVectorXf truth = (victim.weights().row(1) - victim.weights().row(0)).cwiseSign();
    SignHunterAttack attack(problem, {});
    // Queries: the start and 1 + 2 + 4 + ... + 64 parts.
    const auto trace = drive(attack, victim, problem, 2 * d);
    Eigen::RowVectorXf best;
    double best_loss = -1e9;
    for (const auto& exchange : trace)
      if (const double loss = loss_value(Loss::cross_entropy, problem.goal, exchange.seen.log_p);
          loss > best_loss) {
        best_loss = loss;
        best = signs(exchange, problem);
      }
    EXPECT_EQ(best, truth);
  }
}

TEST(SignHunter, StartsOverAroundTheBestImage) {
  const ImageShape shape{1, 4, 4};
  LinearVictim victim(shape, 2, 3);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.1);
  SignHunterAttack attack(problem, {});
  const auto trace = drive(attack, victim, problem, 33);
  const Eigen::RowVectorXf found = (victim.weights().row(1) - victim.weights().row(0)).cwiseSign();
  // The best image with + everywhere, clamped to the ball: values at -epsilon return to the original.
  const Eigen::RowVectorXf expected = (found.array() > 0).cast<float>() * 0.1F;
  EXPECT_TRUE((trace[32].image - problem.original).isApprox(expected, 1e-4F));
}

TEST(SignHunter, KeepsAFlipOnlyIfTheLossDoesNotFall) {
  const ImageShape shape{1, 6, 6};
  LinearVictim victim(shape, 5, 4, 10);
  const auto problem = continuous_problem(shape, 5, {0, {}}, 0.2);
  SignHunterAttack attack(problem, {});
  const auto trace = drive(attack, victim, problem, 60);
  double best = loss_value(Loss::cross_entropy, problem.goal, trace[0].seen.log_p);
  Eigen::RowVectorXf kept = signs(trace[0], problem);
  for (int level = 0, i = 1; level < 5; ++level) {
    const int length = (36 + (1 << level) - 1) >> level;
    for (int begin = 0; begin < 36; begin += length, ++i) {
      Eigen::RowVectorXf expected = kept;
      expected.segment(begin, std::min(length, 36 - begin)) *= -1;
      ASSERT_EQ(signs(trace[i], problem), expected) << i;
      const double loss = loss_value(Loss::cross_entropy, problem.goal, trace[i].seen.log_p);
      if (loss < best) continue;
      best = loss;
      kept = expected;
    }
  }
}

}  // namespace
}  // namespace bora::attacks::sign_hunter_test
