#include "attacks/image/methods/scores/genattack.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "support/exchanges.h"
#include "support/read_options.h"
#include "support/stub_victims.h"

namespace bora::attacks::genattack_test {
namespace {

using testing::continuous_problem;
using testing::drive;
using testing::LinearVictim;

constexpr ImageShape kShape{1, 12, 12};

AttackProblem problem() {
  return continuous_problem(kShape, 3, {0, 1}, 0.2);
}

// Returns options with noise of the image's size, so that each pixel is a value of the noise.
GenAttackOptions full_size() {
  GenAttackOptions options;
  options.side = 12;
  return options;
}

float distance(const Eigen::RowVectorXf& a, const Eigen::RowVectorXf& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

// With a temperature near 0 both parents are the elite, so every child is the elite with mutations.
TEST(GenAttack, BreedsFiveChildrenPerGenerationAndKeepsTheBest) {
  LinearVictim victim(kShape, 3, 1, 5);
  auto options = full_size();
  options.adaptive = false;
  options.temperature = 1e-6;
  GenAttack attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 6 + 5 * 30);
  int elite = 0;
  int changes = 0;
  for (int query = 1; query < 6; ++query)
    if (trace[query].seen.objective > trace[elite].seen.objective) elite = query;
  for (int generation = 0; generation < 30; ++generation) {
    const int first = 6 + 5 * generation;
    for (int query = first; query < first + 5; ++query) {
      const float moved = distance(trace[query].image, trace[elite].image);
      EXPECT_LE(moved, 0.15 * 0.2 + 1e-6) << "query " << query;
      EXPECT_GT(moved, 0) << "the elite's answer is known: query " << query;
    }
    const int before = elite;
    for (int query = first; query < first + 5; ++query)
      if (trace[query].seen.objective > trace[elite].seen.objective) elite = query;
    changes += elite != before;
  }
  EXPECT_GT(changes, 10) << "the elite should get better, or this test sees nothing";
}

TEST(GenAttack, ChildrenMixTheirParents) {
  LinearVictim victim(kShape, 3, 1);
  auto options = full_size();
  options.adaptive = false;
  options.mutation = 0;
  options.temperature = 100;  // all members are equally likely to be parents
  GenAttack attack(problem(), options);
  const auto trace = drive(attack, victim, problem(), 11);
  int mixed = 0;
  for (int child = 6; child < 11; ++child) {
    std::array<int, 6> from{};
    for (int i = 0; i < kShape.size(); ++i) {
      int parent = 0;
      while (parent < 6 && trace[parent].image[i] != trace[child].image[i]) ++parent;
      ASSERT_LT(parent, 6) << "a value that no parent has";
      ++from[parent];
    }
    const auto parents = std::count_if(from.begin(), from.end(), [](int count) { return count > 0; });
    EXPECT_LE(parents, 2);
    mixed += parents == 2;
  }
  EXPECT_GT(mixed, 2);
}

TEST(GenAttack, AdaptiveMutationStartsLargeAndShrinksAtPlateaus) {
  GenAttackOptions options;
  EXPECT_EQ(genattack_mutation(options, 0, 0).probability, 1);
  EXPECT_EQ(genattack_mutation(options, 10, 0).probability, 0.5);
  EXPECT_EQ(genattack_mutation(options, 10, 0).range, 0.4);
  EXPECT_DOUBLE_EQ(genattack_mutation(options, 300, 2).probability, 0.5 * 0.81);
  EXPECT_DOUBLE_EQ(genattack_mutation(options, 300, 2).range, 0.4 * 0.81);
  EXPECT_EQ(genattack_mutation(options, 5000, 50).probability, options.mutation);
  EXPECT_EQ(genattack_mutation(options, 5000, 50).range, options.alpha);
  options.adaptive = false;
  EXPECT_EQ(genattack_mutation(options, 0, 0).probability, options.mutation);
}

TEST(GenAttack, NoiseIsAThirdOfTheImagesSideByDefault) {
  GenAttackOptions options;
  EXPECT_EQ(options.side_for({1, 28, 28}), 9);
  EXPECT_EQ(options.side_for({3, 32, 40}), 10);
  EXPECT_EQ(options.side_for({1, 2, 2}), 1);
  options.side = 5;
  EXPECT_EQ(options.side_for({1, 28, 28}), 5);
}

// Values of the commands in the README of the authors' code.
TEST(GenAttack, AsPaperHasTheAuthorsValuesForEachSizeOfImages) {
  const auto read = testing::read_options<GenAttackOptions, ImageShape>;
  const GenAttackOptions grey = read("genattack:as=paper", {1, 28, 28});
  EXPECT_EQ(grey.population, 4);
  EXPECT_EQ(grey.mutation, 0.3);
  EXPECT_EQ(grey.alpha, 0.5);
  EXPECT_FALSE(grey.adaptive);
  EXPECT_EQ(grey.side, 28);
  const GenAttackOptions colour = read("genattack:as=paper:population=6", {3, 32, 32});
  EXPECT_EQ(colour.population, 6) << "as typed";
  EXPECT_EQ(colour.mutation, 0.05);
  EXPECT_EQ(colour.alpha, 0.25);
  EXPECT_EQ(colour.side, 32);
  const GenAttackOptions large = read("genattack:as=paper", {3, 224, 224});
  EXPECT_EQ(large.population, 6);
  EXPECT_EQ(large.mutation, 0.1);
  EXPECT_EQ(large.alpha, 0.15);
  EXPECT_TRUE(large.adaptive);
  EXPECT_EQ(large.side_for({3, 224, 224}), 74);
}

}  // namespace
}  // namespace bora::attacks::genattack_test
