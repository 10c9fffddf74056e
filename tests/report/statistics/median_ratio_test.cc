#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "report/statistics/paired.h"

namespace bora::report {
namespace {

/// Returns n images with one instance each: the first attack takes 10 (i + 1) queries, the second `times` as
/// many; instances that need more than `budget` fail.
std::vector<PairedObservation> scaled_pairs(int n, int times, int budget) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < n; ++i) {
    const int first = 10 * (i + 1);
    const int second = times * first;
    pairs.push_back(
        {{std::min(first, budget), first <= budget, 0}, {std::min(second, budget), second <= budget, 0}, i});
  }
  return pairs;
}

TEST(MedianRatios, AreThoseOfTheMedians) {
  const MedianRatio ratio = median_ratio(scaled_pairs(20, 3, 1000), 1000);
  EXPECT_EQ(ratio.first, 100);
  EXPECT_EQ(ratio.second, 300);
  EXPECT_NEAR(*ratio.ratio, 1.0 / 3, 1e-12);
  // Both attacks share each resample, so the ratio is the same in all: there is no interval.
  EXPECT_FALSE(ratio.low);
  EXPECT_FALSE(ratio.high);
}

// Expected: ranks 50 +- 1.96 sqrt(99) / 2 of the values 1 to 99.
TEST(MedianRatios, HaveIntervalsOf95Percent) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 99; ++i) pairs.push_back({{i + 1, true, 0}, {10, true, 0}, i});
  const MedianRatio ratio = median_ratio(pairs, 100);
  EXPECT_NEAR(*ratio.low, 4.03, 0.11);
  EXPECT_NEAR(*ratio.high, 5.97, 0.11);
}

TEST(MedianRatios, AreNotKnownWhereAMedianIsNotReached) {
  const MedianRatio ratio = median_ratio(scaled_pairs(20, 10, 500), 500);
  EXPECT_EQ(ratio.first, 100);
  EXPECT_FALSE(ratio.second);
  EXPECT_TRUE(ratio.second_beyond);
  EXPECT_FALSE(median_ratio(scaled_pairs(20, 10, 500), 501).second_beyond) << "the failures were cut short";
  EXPECT_FALSE(median_ratio({}, 500).first_beyond) << "without pairs nothing is known";
  EXPECT_FALSE(ratio.ratio);
}

TEST(MedianRatios, HaveNoUpperBoundWhereTheFirstMedianIsOftenNotReached) {
  // 11 of 20 succeed: about a third of the resamples have fewer than half.
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 20; ++i) pairs.push_back({{i < 11 ? 50 : 100, i < 11, 0}, {25, true, 0}, i});
  const MedianRatio ratio = median_ratio(pairs, 100);
  EXPECT_EQ(*ratio.ratio, 2);
  EXPECT_EQ(*ratio.low, 2);
  EXPECT_FALSE(ratio.high);
}
}  // namespace
}  // namespace bora::report
