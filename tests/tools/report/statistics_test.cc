#include "tools/report/paired.h"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "common/random.h"

namespace bora {
namespace {

nlohmann::json golden() {
  std::ifstream file(BORA_TEST_SOURCE_DIR "/golden/report/report_statistics.json");
  return nlohmann::json::parse(file);
}

void expect_interval(const nlohmann::json& expected, const Interval& interval, double tolerance) {
  EXPECT_NEAR(interval.low, expected[0].get<double>(), tolerance);
  EXPECT_NEAR(interval.high, expected[1].get<double>(), tolerance);
}

/// n instances, each an image of its own: successes at the given queries, the others watched to `budget`.
std::vector<WatchedInstance> uncensored(const std::vector<int>& successes, int n, int budget) {
  std::vector<WatchedInstance> observations;
  for (int i = 0; i < n; ++i) {
    const bool success = i < static_cast<int>(successes.size());
    observations.push_back({success ? successes[i] : budget, success, i});
  }
  return observations;
}

TEST(WilsonInterval, AgreesWithTheRootsOfItsQuadratic) {
  for (const auto& each : golden()["wilson"]) {
    const double n = each["trials"];
    expect_interval(each["interval"], wilson_interval(each["successes"].get<double>() / n, n), 1e-12);
  }
}

TEST(WilsonInterval, StaysInTheUnitIntervalAtItsEnds) {
  const double z2 = kNormal95 * kNormal95;
  EXPECT_EQ(wilson_interval(0, 20).low, 0);
  EXPECT_NEAR(wilson_interval(0, 20).high, z2 / (20 + z2), 1e-15);
  EXPECT_NEAR(wilson_interval(1, 20).low, 20 / (20 + z2), 1e-15);
  EXPECT_EQ(wilson_interval(1, 20).high, 1);
}

TEST(SuccessCurve, IsTheProportionWithWilsonsIntervalWhereNothingIsCensored) {
  const SuccessCurve curve(uncensored({4, 9, 9, 20, 31, 57, 99, 100}, 11, 100));
  const std::vector<std::pair<int, int>> successes_by{{1, 0},  {4, 1},  {8, 1},  {9, 3},  {30, 4},
                                                      {31, 5}, {98, 6}, {99, 7}, {100, 8}};
  for (const auto& [queries, successes] : successes_by) {
    const double rate = successes / 11.0;
    ASSERT_TRUE(curve.at(queries)) << queries;
    EXPECT_NEAR(*curve.at(queries), rate, 1e-12) << queries;
    const Interval expected = wilson_interval(rate, 11);
    EXPECT_NEAR(curve.interval_at(queries)->low, expected.low, 1e-12) << queries;
    EXPECT_NEAR(curve.interval_at(queries)->high, expected.high, 1e-12) << queries;
  }
}

TEST(SuccessCurve, AgreesWithKaplanMeierGreenwoodAndRothmanUnderCensoring) {
  std::vector<WatchedInstance> observations;
  const auto reference = golden();
  for (const auto& each : reference["observations"]) {
    observations.push_back({each[0].get<int>(), each[1].get<bool>(), 0});
  }
  const SuccessCurve curve(observations);
  for (const auto& each : reference["kaplan_meier"]) {
    const int queries = each["queries"];
    EXPECT_NEAR(*curve.at(queries), each["rate"].get<double>(), 1e-12) << queries;
    expect_interval(each["interval"], *curve.interval_at(queries), 1e-12);
  }
}

TEST(SuccessCurve, KnowsNothingBeyondTheLastOneWatched) {
  const SuccessCurve curve({{10, true, 0}, {30, false, 1}, {20, false, 2}});
  EXPECT_TRUE(curve.at(30));
  EXPECT_FALSE(curve.at(31));
  EXPECT_FALSE(curve.interval_at(31));
  EXPECT_EQ(curve.last_observed(), 30);
  EXPECT_FALSE(SuccessCurve({}).at(1));
}

TEST(SuccessCurve, IsKnownForeverOnceAllHaveSucceeded) {
  const SuccessCurve curve(uncensored({3, 5, 8}, 3, 100));
  EXPECT_EQ(*curve.at(1000), 1.0);
  EXPECT_NEAR(curve.interval_at(1000)->low, wilson_interval(1, 3).low, 1e-12);
}

TEST(SuccessCurve, ACensoredInstanceIsAtRiskAtItsLastQuery) {
  // At query 10 all three are at risk, so one success is a third; at 20 only one is left.
  const SuccessCurve curve({{10, true, 0}, {10, false, 1}, {20, true, 2}});
  EXPECT_NEAR(*curve.at(10), 1.0 / 3, 1e-12);
  EXPECT_NEAR(*curve.at(20), 1.0, 1e-12);
}

TEST(SuccessCurve, QuantilesCountFailuresAndMayNotBeReached) {
  const SuccessCurve curve(uncensored({10, 20, 30, 40}, 8, 100));
  EXPECT_EQ(curve.quantile(0.25), 20);
  EXPECT_EQ(curve.quantile(0.5), 40);
  EXPECT_FALSE(curve.quantile(0.75));
  const auto interval = curve.quantile_interval(0.5);
  // Wilson's interval holds one half from 2 of 8 successes on, and lies above it from no number of them here.
  EXPECT_EQ(interval.low, 20);
  EXPECT_FALSE(interval.high);
}

TEST(SuccessCurve, QuantileIntervalInvertsTheBands) {
  std::vector<int> successes;
  for (int i = 1; i <= 50; ++i) successes.push_back(i);
  const SuccessCurve curve(uncensored(successes, 50, 100));
  const auto interval = curve.quantile_interval(0.5);
  ASSERT_TRUE(interval.low && interval.high);
  EXPECT_LT(curve.interval_at(*interval.low - 1)->high, 0.5);
  EXPECT_GE(curve.interval_at(*interval.low)->high, 0.5);
  EXPECT_LT(curve.interval_at(*interval.high - 1)->low, 0.5);
  EXPECT_GE(curve.interval_at(*interval.high)->low, 0.5);
}

TEST(SuccessfulQueries, LooksAtSuccessesOnly) {
  const SuccessfulQueries queries = successful_queries(uncensored({40, 10, 30, 20}, 9, 100));
  EXPECT_EQ(queries.successes, 4);
  EXPECT_EQ(queries.median, 25);
  EXPECT_EQ(queries.mean, 25);
  EXPECT_EQ(queries.max, 40);
  EXPECT_EQ(successful_queries(uncensored({}, 3, 100)).successes, 0);
}

TEST(ClusteredIntervals, OfClustersThatAgreeWithinThemselvesAreBinomial) {
  // Nine instances an image that share its fate: the bootstrap sees images, not instances. The percentiles of
  // 2,000 draws lie within one image of the binomial's.
  for (const auto& each : golden()["bootstrap"]) {
    const int successes = each["successes"];
    const int clusters = each["clusters"];
    std::vector<WatchedInstance> observations;
    for (int image = 0; image < clusters; ++image) {
      for (int target = 0; target < 9; ++target) {
        const bool success = image < successes;
        observations.push_back({success ? 50 : 100, success, 7 * image + 3});
      }
    }
    const std::vector<int> queries{100};
    const auto interval = clustered_intervals(observations, queries)[0];
    ASSERT_TRUE(interval);
    expect_interval(each["interval"], *interval, 1.01 / clusters);
  }
}

TEST(ClusteredIntervals, AreFixedByTheirSeed) {
  std::vector<WatchedInstance> observations;
  Rng rng(5);
  for (int i = 0; i < 90; ++i) observations.push_back({1 + rng.index(100), rng.uniform() < 0.6, i / 9});
  const std::vector<int> queries{10, 20, 50};
  const auto first = clustered_intervals(observations, queries);
  const auto again = clustered_intervals(observations, queries);
  BootstrapOptions other;
  other.seed = 1;
  const auto different = clustered_intervals(observations, queries, other);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    ASSERT_TRUE(first[q] && again[q] && different[q]) << queries[q];
    EXPECT_EQ(first[q]->low, again[q]->low);
    EXPECT_EQ(first[q]->high, again[q]->high);
    EXPECT_NEAR(first[q]->low, different[q]->low, 0.05);
  }
}

TEST(ClusteredIntervals, AreNotGivenWhereResamplingKnowsNothing) {
  const std::vector<int> queries{1, 100, 200};
  const auto alike = clustered_intervals(uncensored({5, 6, 7}, 3, 100), queries);
  EXPECT_FALSE(alike[0]);  // no success in any resample
  EXPECT_FALSE(alike[1]);  // success of all in every one
  std::vector<WatchedInstance> one_image = uncensored({5, 6}, 4, 100);
  for (WatchedInstance& each : one_image) each.cluster = 0;
  EXPECT_FALSE(clustered_intervals(one_image, queries)[1]);
  EXPECT_FALSE(clustered_intervals(uncensored({5, 6}, 4, 100), queries)[2]);  // watched to 100 only
}

TEST(PairedDifferences, CountsPairsAndSubtractsShares) {
  // Of 10 pairs both succeed in 4, only the first in 3, only the second in 1, neither in 2.
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 10; ++i) {
    const bool first = i < 7;
    const bool second = i < 4 || i == 7;
    pairs.push_back({{first ? 20 : 100, first, 0}, {second ? 30 : 100, second, 0}, i});
  }
  const std::vector<int> queries{25, 100};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_EQ(differences[0].only_first, 7);
  EXPECT_EQ(differences[0].only_second, 0);
  EXPECT_NEAR(*differences[0].difference, 0.7, 1e-12);
  EXPECT_EQ(differences[1].pairs, 10);
  EXPECT_EQ(differences[1].only_first, 3);
  EXPECT_EQ(differences[1].only_second, 1);
  EXPECT_NEAR(*differences[1].difference, 0.2, 1e-12);
  ASSERT_TRUE(differences[1].interval);
  EXPECT_LT(differences[1].interval->low, 0.2);
  EXPECT_GT(differences[1].interval->high, 0.2);
}

TEST(PairedDifferences, OfAnAttackWithItselfIsZeroWithoutAnInterval) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 12; ++i) {
    const WatchedInstance observation{10 + i, i % 3 == 0, i};
    pairs.push_back({observation, observation, i / 3});
  }
  const std::vector<int> queries{15};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_EQ(*differences[0].difference, 0);
  EXPECT_FALSE(differences[0].interval);
}

TEST(PairedDifferences, PairingNarrowsTheInterval) {
  // Both attacks succeed on the same easy images; unpaired, the spread between images would stay.
  std::vector<PairedObservation> pairs;
  for (int image = 0; image < 40; ++image) {
    const bool easy = image % 2 == 0;
    const bool also = easy && image != 0;
    pairs.push_back({{easy ? 10 : 100, easy, 0}, {also ? 10 : 100, also, 0}, image});
  }
  const std::vector<int> queries{100};
  const auto difference = paired_differences(pairs, queries)[0];
  EXPECT_NEAR(*difference.difference, 1.0 / 40, 1e-12);
  EXPECT_LE(difference.interval->high - difference.interval->low, 0.1);
}

TEST(PairedDifferences, CountBothAndNeither) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 10; ++i) {
    const bool first = i < 7;
    const bool second = i < 4 || i == 7;
    pairs.push_back({{first ? 20 : 100, first, 0}, {second ? 30 : 100, second, 0}, i});
  }
  const std::vector<int> queries{100};
  const PairedDifference last = paired_differences(pairs, queries)[0];
  EXPECT_EQ(last.both, 4);
  EXPECT_EQ(last.neither(), 2);
  EXPECT_NEAR(*last.p, 0.625, 1e-12);  // 3 against 1: 2 (1 + 4) / 16
}

TEST(McNemar, IsTheBinomialTail) {
  for (const auto& each : golden()["mcnemar"]) {
    EXPECT_NEAR(mcnemar_exact(each["only_first"], each["only_second"]), each["p"].get<double>(), 1e-11)
        << each;
    EXPECT_NEAR(mcnemar_exact(each["only_second"], each["only_first"]), each["p"].get<double>(), 1e-11)
        << each;
  }
}

TEST(MeanOf, HasItsStandardError) {
  for (const auto& each : golden()["mean"]) {
    const auto values = each["values"].get<std::vector<double>>();
    EXPECT_NEAR(mean_of(values).value, each["mean"].get<double>(), 1e-12);
    EXPECT_NEAR(*mean_of(values).error, each["error"].get<double>(), 1e-12);
  }
  const std::vector<double> one{4};
  EXPECT_EQ(mean_of(one).value, 4);
  EXPECT_FALSE(mean_of(one).error);
}

/// n images with an instance each: the first attack takes 10 (i + 1) queries, the second `times` as many,
/// and more than `budget` fail.
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
  const MedianRatio ratio = median_ratio(scaled_pairs(20, 3, 1000));
  EXPECT_EQ(ratio.first, 100);
  EXPECT_EQ(ratio.second, 300);
  EXPECT_NEAR(*ratio.ratio, 1.0 / 3, 1e-12);
  // The same resample serves both, so the ratio is the same in each.
  EXPECT_NEAR(*ratio.low, 1.0 / 3, 1e-12);
  EXPECT_NEAR(*ratio.high, 1.0 / 3, 1e-12);
}

TEST(MedianRatios, AreNotKnownWhereAMedianIsNotReached) {
  const MedianRatio ratio = median_ratio(scaled_pairs(20, 10, 500));
  EXPECT_EQ(ratio.first, 100);
  EXPECT_FALSE(ratio.second);
  EXPECT_FALSE(ratio.ratio);
}

TEST(MedianRatios, HaveNoUpperBoundWhereTheFirstMedianIsOftenNotReached) {
  // 11 of 20 succeed: about a third of the resamples have fewer than half.
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 20; ++i) pairs.push_back({{i < 11 ? 50 : 100, i < 11, 0}, {25, true, 0}, i});
  const MedianRatio ratio = median_ratio(pairs);
  EXPECT_EQ(*ratio.ratio, 2);
  EXPECT_EQ(*ratio.low, 2);
  EXPECT_FALSE(ratio.high);
}

}  // namespace
}  // namespace bora
