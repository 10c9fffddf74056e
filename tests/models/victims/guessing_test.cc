#include "models/victims/evaluation.h"

#include <gtest/gtest.h>

namespace bora::models {
namespace {

// Returns n labels, equally many of each of `classes` classes.
std::vector<int> balanced(int n, int classes) {
  std::vector<int> labels;
  for (int i = 0; i < n; ++i) labels.push_back(i % classes);
  return labels;
}

// Critical values of the binomial distribution: scipy.stats.binom.isf(0.025, n, p) + 1 is the smallest number
// of correct answers that is significantly better than guessing.
TEST(NoBetterThanGuessing, TurnsAtTheCriticalValue) {
  EXPECT_TRUE(no_better_than_guessing(119, balanced(1000, 10)));
  EXPECT_FALSE(no_better_than_guessing(120, balanced(1000, 10)));
  EXPECT_TRUE(no_better_than_guessing(16, balanced(100, 10)));
  EXPECT_FALSE(no_better_than_guessing(17, balanced(100, 10)));
  EXPECT_TRUE(no_better_than_guessing(531, balanced(1000, 2)));
  EXPECT_FALSE(no_better_than_guessing(532, balanced(1000, 2)));
}

TEST(NoBetterThanGuessing, ComparesWithTheMostFrequentLabel) {
  auto labels = balanced(1000, 10);
  for (int i = 0; i < 300; ++i) labels[static_cast<std::size_t>(i)] = 3;  // 37% with those of the rest
  EXPECT_TRUE(no_better_than_guessing(400, labels));
  EXPECT_FALSE(no_better_than_guessing(401, labels));
}

TEST(NoBetterThanGuessing, AcceptsLowAccuracyOnManyClasses) {
  EXPECT_FALSE(no_better_than_guessing(18, balanced(1000, 100)));
  EXPECT_TRUE(no_better_than_guessing(17, balanced(1000, 100)));
}

// A classifier that is always right must not count as guessing.
TEST(NoBetterThanGuessing, AcceptsInputsOfOneClass) {
  EXPECT_FALSE(no_better_than_guessing(200, std::vector<int>(200, 3)));
  EXPECT_EQ(count_of_commonest({1, 2, 2, 1, 2}), 3);
  EXPECT_EQ(count_of_commonest({}), 0);
}

TEST(NoBetterThanGuessing, AcceptsFewInputsUnlessWorseThanGuessing) {
  EXPECT_FALSE(no_better_than_guessing(9, balanced(99, 10)));
  EXPECT_TRUE(no_better_than_guessing(9, balanced(100, 10)));
  EXPECT_FALSE(no_better_than_guessing(0, {}));
}

// The labels are shifted by one class. scipy.stats.binom.cdf(k, n, p) crosses 2.5% at these numbers.
TEST(NoBetterThanGuessing, DetectsWorseThanGuessingOnAnyNumber) {
  EXPECT_TRUE(no_better_than_guessing(1, balanced(99, 10), 10));
  EXPECT_TRUE(no_better_than_guessing(3, balanced(99, 10), 10));
  EXPECT_FALSE(no_better_than_guessing(4, balanced(99, 10), 10));
  EXPECT_TRUE(no_better_than_guessing(0, balanced(36, 10), 10));
  EXPECT_FALSE(no_better_than_guessing(0, balanced(34, 10), 10));
  EXPECT_TRUE(no_better_than_guessing(0, balanced(6, 2), 2));
  EXPECT_TRUE(no_better_than_guessing(0, std::vector<int>(50, 3), 10)) << "of one class, too";
}

// Nineteen of twenty inputs have the same class, on which a good classifier is a little worse than on the
// other.
TEST(NoBetterThanGuessing, ComparesFewInputsOfUnequalClassesWithAllClasses) {
  std::vector<int> labels(20, 0);
  labels[5] = 1;
  EXPECT_FALSE(no_better_than_guessing(15, labels, 10));
}

}  // namespace
}  // namespace bora::models
