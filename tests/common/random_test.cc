#include "common/random.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(Rng, IsTheStandardsMersenneTwister) {
  // [rand.predef]: the 10,000th value of a default-seeded mt19937_64.
  Rng rng(5489);
  std::uint64_t value = 0;
  for (int i = 0; i < 10'000; ++i) value = rng.bits();
  EXPECT_EQ(value, 9981545732273789042ULL);
}

TEST(Rng, SameSeedSameDraws) {
  Rng a(7), b(7), other(8);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(a.normal(), b.normal());
    EXPECT_EQ(a.index(1000), b.index(1000));
    EXPECT_EQ(a.sign(), b.sign());
    EXPECT_EQ(a.permutation(5), b.permutation(5));
    const double drawn = a.uniform();
    EXPECT_EQ(drawn, b.uniform());
    differs |= drawn != other.uniform();
  }
  EXPECT_TRUE(differs);
}

// The bounds below are five standard deviations. The seed is fixed, so the result is always the same.
TEST(Rng, UniformHasTheRightRangeAndMoments) {
  Rng rng(1);
  const int n = 100'000;
  double sum = 0, squares = 0, least = 1, most = 0;
  for (int i = 0; i < n; ++i) {
    const double x = rng.uniform();
    least = std::min(least, x);
    most = std::max(most, x);
    sum += x;
    squares += x * x;
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(most, 1);
  EXPECT_LT(least, 1e-3);
  EXPECT_GT(most, 1 - 1e-3);
  EXPECT_NEAR(sum / n, 0.5, 5 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / n));
  for (int i = 0; i < 1000; ++i) {
    const double x = rng.uniform(-3, -2);
    EXPECT_GE(x, -3);
    EXPECT_LT(x, -2);
  }
}

TEST(Rng, NormalHasTheRightMoments) {
  Rng rng(2);
  const int n = 100'000;
  double sum = 0, squares = 0, beyond_two = 0;
  for (int i = 0; i < n; ++i) {
    const double x = rng.normal();
    sum += x;
    squares += x * x;
    beyond_two += std::abs(x) > 2;
  }
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(beyond_two / n, 0.0455, 5 * std::sqrt(0.0455 * 0.9545 / n));
}

TEST(Rng, GammaHasTheRightMoments) {
  Rng rng(6);
  const int n = 100'000;
  for (const double shape : {0.5, 1.0, 40.0}) {
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
      const double x = rng.gamma(shape);
      EXPECT_GE(x, 0);
      sum += x;
      squares += (x - shape) * (x - shape);
    }
    EXPECT_NEAR(sum / n, shape, 5 * std::sqrt(shape / n));
    // The fourth central moment is 3 shape^2 + 6 shape.
    EXPECT_NEAR(squares / n, shape, 5 * std::sqrt((2 * shape * shape + 6 * shape) / n));
  }
}

TEST(Rng, IndexAndSignAreUniform) {
  Rng rng(3);
  const int n = 70'000;
  std::vector<int> counts(7, 0);
  int positive = 0;
  for (int i = 0; i < n; ++i) {
    const int index = rng.index(7);
    ASSERT_GE(index, 0);
    ASSERT_LT(index, 7);
    ++counts[index];
    const int sign = rng.sign();
    ASSERT_TRUE(sign == 1 || sign == -1);
    positive += sign > 0;
  }
  for (const int count : counts) EXPECT_NEAR(count, n / 7.0, 5 * std::sqrt(n * 6.0 / 49));
  EXPECT_NEAR(positive, n / 2.0, 5 * std::sqrt(n / 4.0));
  EXPECT_EQ(rng.index(1), 0);
}

TEST(Rng, PermutationsAreUniform) {
  Rng rng(4);
  const int n = 24'000;
  std::vector<std::vector<int>> seen;
  for (int i = 0; i < n; ++i) {
    auto order = rng.permutation(4);
    auto sorted = order;
    std::sort(sorted.begin(), sorted.end());
    ASSERT_EQ(sorted, std::vector<int>({0, 1, 2, 3}));
    seen.push_back(std::move(order));
  }
  const std::set<std::vector<int>> distinct(seen.begin(), seen.end());
  EXPECT_EQ(distinct.size(), 24u);
  for (const auto& order : distinct)
    EXPECT_NEAR(std::count(seen.begin(), seen.end(), order), n / 24.0, 5 * std::sqrt(n * 23.0 / 576));
  EXPECT_TRUE(rng.permutation(0).empty());
}

TEST(MixSeed, GivesUnrelatedStreamsForNeighbours) {
  std::set<std::uint64_t> seeds;
  double flipped = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t value = 0; value < 100; ++value) {
      const std::uint64_t mixed = mix_seed(seed, value);
      seeds.insert(mixed);
      flipped += __builtin_popcountll(mixed ^ mix_seed(seed, value + 1));
    }
  EXPECT_EQ(seeds.size(), 10'000u);
  EXPECT_NEAR(flipped / 10'000, 32, 5 * 4 / std::sqrt(10'000));  // half of 64 bits
}

TEST(MixSeed, DiffersForDifferentTexts) {
  EXPECT_NE(mix_seed(1, "ab"), mix_seed(1, "ba"));
  EXPECT_NE(mix_seed(1, "ab"), mix_seed(2, "ab"));
  EXPECT_EQ(mix_seed(1, "ab"), mix_seed(1, "ab"));
}

}  // namespace
}  // namespace bora
