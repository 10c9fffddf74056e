#include "attacks/image/methods/scores/parsimonious.h"

#include <gtest/gtest.h>

#include <set>

#include "support/exchanges.h"
#include "support/read_options.h"

namespace bora::attacks::parsimonious_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::Exchange;
using testing::LinearVictim;

Eigen::RowVectorXf signs(const Exchange& exchange, const AttackProblem& problem) {
  return (exchange.image - problem.original).cwiseSign();
}

// Returns the sums of weights over blocks of `side` x `side` pixels.
Eigen::MatrixXf block_sums(const Eigen::RowVectorXf& weights, int size, int side) {
  Eigen::MatrixXf sums = Eigen::MatrixXf::Zero(size / side, size / side);
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) sums(y / side, x / side) += weights[y * size + x];
  return sums;
}

// With two classes the margin is modular: each block contributes independently, so the best set is known.
TEST(Parsimonious, FindsTheOptimumOfAModularObjective) {
  const ImageShape shape{1, 12, 12};
  LinearVictim victim(shape, 2, 3);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.1);
  const Eigen::RowVectorXf weights = victim.weights().row(1) - victim.weights().row(0);

  ParsimoniousAttack attack(problem, {.block = 4});
  const auto trace = drive(attack, victim, problem, 2000);
  EXPECT_EQ(signs(trace[0], problem), Eigen::RowVectorXf::Constant(144, -1)) << "starts at -epsilon";

  // Queries for blocks of 4: the start, 9 blocks, one for each inserted block but the first, one for the
  // block that is refused, and as many for the deletion.
  const Eigen::MatrixXf sums = block_sums(weights, 12, 4);
  const auto positive = (sums.array() > 0).count();
  double best = -1e9;
  for (int i = 0; i < 1 + 9 + positive; ++i) best = std::max(best, trace[i].seen.objective);
  const double optimum_of_blocks = trace[0].seen.objective + 0.2 * sums.cwiseMax(0.0F).sum();
  EXPECT_NEAR(best, optimum_of_blocks, 1e-4);

  // The optimum over single pixels is reached at the end.
  best = -1e9;
  for (const auto& exchange : trace) best = std::max(best, exchange.seen.objective);
  const double clean = (weights.array() * (problem.original.array() - 0.5F)).sum();
  EXPECT_NEAR(best, clean + 0.1 * weights.cwiseAbs().sum(), 1e-4);
}

TEST(Parsimonious, MeasuresEveryBlockOfABatchThenHalvesTheSide) {
  const ImageShape shape{3, 10, 10};  // blocks of 4, 4 and 2 a side
  LinearVictim victim(shape, 2, 3);
  const auto problem = continuous_problem(shape, 2, {0, {}}, 0.1);
  ParsimoniousAttack attack(problem, {.block = 4, .batch = 5});
  const auto trace = drive(attack, victim, problem, 6);
  std::set<std::pair<int, int>> corners;
  for (int i = 1; i < 6; ++i) {
    const Eigen::RowVectorXf flipped = signs(trace[i], problem);
    int first = -1, count = 0;
    for (int j = 0; j < 300; ++j)
      if (flipped[j] > 0) {
        if (first < 0) first = j;
        ++count;
      }
    const int y = first / 10 % 10, x = first % 10;
    EXPECT_EQ(y % 4, 0);
    EXPECT_EQ(x % 4, 0);
    EXPECT_EQ(count, std::min(4, 10 - y) * std::min(4, 10 - x)) << "cut off at the border";
    corners.insert({first, count});
  }
  EXPECT_EQ(corners.size(), 5U);

  const auto rest = drive(attack, victim, problem, 1500);
  std::set<Eigen::Index> changed;
  for (std::size_t i = 1; i < rest.size(); ++i)
    changed.insert((rest[i].image.array() != rest[i - 1].image.array()).count());
  EXPECT_TRUE(changed.contains(1)) << "came down to single pixels";
}

// Every query differs from the current image in one block, and the current image is only replaced by one with
// at least the same loss.
TEST(Parsimonious, LossNeverFalls) {
  const ImageShape shape{1, 8, 8};
  LinearVictim victim(shape, 6, 9, 20);
  const auto problem = continuous_problem(shape, 6, {0, 3}, 0.1);
  ParsimoniousAttack attack(problem, {.block = 4, .batch = 4});
  const auto trace = drive(attack, victim, problem, 600);
  const auto loss = [&](std::size_t i) { return trace[i].seen.log_p[3]; };
  const auto one_block_apart = [&](std::size_t i, std::size_t j) {
    const auto changed = (trace[i].image.array() != trace[j].image.array()).count();
    return changed == 16 || changed == 4 || changed == 1;
  };
  std::size_t held = 0;
  for (std::size_t i = 1; i < trace.size(); ++i) {
    if (one_block_apart(i, held)) continue;
    // The current image has been replaced, by the latest query from which this one differs in one block.
    std::size_t next = i - 1;
    while (next > 0 && !(one_block_apart(i, next) && loss(next) >= loss(held) - 1e-9)) --next;
    ASSERT_GT(next, 0U) << "query " << i;
    held = next;
  }
  EXPECT_GT(loss(held), loss(0) + 1);
}

TEST(Parsimonious, NeverQueriesAnImageTwiceInARow) {
  const ImageShape shape{1, 8, 8};
  LinearVictim victim(shape, 6, 9, 20);
  const auto problem = continuous_problem(shape, 6, {0, {}}, 0.1);
  ParsimoniousAttack attack(problem, {});
  const auto trace = drive(attack, victim, problem, 300);
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_NE(trace[i].image, trace[i - 1].image);
}

// The authors' code: block_size 4 on CIFAR-10, 32 on ImageNet; batch_size 64; loss_func xent.
TEST(Parsimonious, AsPaperHasTheAuthorsBlocksAndLoss) {
  const auto read = testing::read_options<ParsimoniousOptions, ImageShape>;
  const ParsimoniousOptions small = read("parsimonious:as=paper", {3, 32, 32});
  EXPECT_EQ(small.block, 4);
  EXPECT_EQ(small.batch, 64);
  EXPECT_EQ(small.loss, Loss::cross_entropy);
  EXPECT_EQ(read("parsimonious:as=paper", {3, 224, 224}).block, 32);
  EXPECT_EQ(read("parsimonious:as=paper:loss=auto", {3, 32, 32}).loss, std::nullopt);
  EXPECT_EQ(read("parsimonious", {3, 224, 224}).block, 32);
  EXPECT_EQ(read("parsimonious", {3, 32, 32}).loss, std::nullopt);
  EXPECT_EQ(read("parsimonious", {1, 28, 28}).block, 4);
  EXPECT_EQ(read("parsimonious", {3, 64, 80}).block, 8) << "an eighth of the side, as in both of theirs";
  EXPECT_EQ(read("parsimonious", {3, 2, 2}).block, 2);
}

}  // namespace
}  // namespace bora::attacks::parsimonious_test
