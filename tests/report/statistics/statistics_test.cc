#include "report/statistics/statistics.h"

#include <gtest/gtest.h>

#include "common/random.h"
#include "report/statistics/golden_statistics.h"
#include "report/statistics/resampling.h"

namespace bora::report {
namespace {

void expect_interval(const nlohmann::json& expected, const Interval& interval, double tolerance) {
  EXPECT_NEAR(interval.low, expected[0].get<double>(), tolerance);
  EXPECT_NEAR(interval.high, expected[1].get<double>(), tolerance);
}

/// Returns n instances on different images: successes at the given queries, the others failures at `budget`.
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
  for (const auto& each : reference["observations"])
    observations.push_back({each[0].get<int>(), each[1].get<bool>(), static_cast<int>(observations.size())});
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
  // The Wilson interval contains one half from 2 of 8 successes on; it never lies above one half here.
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

TEST(ClusteredIntervals, AgreeWithTheDerivativesOfTheEstimate) {
  for (const auto& each : golden()["clustered"]) {
    std::vector<WatchedInstance> observations;
    for (const auto& one : each["observations"])
      observations.push_back({one[0].get<int>(), one[1].get<bool>(), one[2].get<int>()});
    const SuccessCurve curve(observations);
    for (const auto& point : each["points"]) {
      const int queries = point["queries"];
      EXPECT_NEAR(*curve.at(queries), point["rate"].get<double>(), 1e-12) << queries;
      expect_interval(point["interval"], *curve.interval_at(queries), 1e-9);
      expect_interval(point["independent"], *curve.independent_interval_at(queries), 1e-12);
    }
  }
}

/// Returns nine instances for each of `images` images, with the same outcome for all instances of an image.
std::vector<WatchedInstance> alike_within_images(int successes, int images) {
  std::vector<WatchedInstance> observations;
  for (int image = 0; image < images; ++image)
    for (int target = 0; target < 9; ++target)
      observations.push_back({image < successes ? 50 : 100, image < successes, 7 * image + 3});
  return observations;
}

TEST(ClusteredIntervals, CountImagesWhereInstancesOfOneAreAlike) {
  const SuccessCurve curve(alike_within_images(30, 50));
  // 50 images of nine equal instances have an effective sample size of 49 * 450 / 449.
  const Interval expected = wilson_interval(0.6, 49.0 * 450 / 449);
  EXPECT_NEAR(curve.interval_at(100)->low, expected.low, 1e-9);
  EXPECT_NEAR(curve.interval_at(100)->high, expected.high, 1e-9);
  EXPECT_GT(curve.independent_interval_at(100)->low, expected.low + 0.05);
}

TEST(ClusteredIntervals, CountImagesWhereAllSucceededOrNone) {
  const SuccessCurve all(alike_within_images(20, 20));
  EXPECT_NEAR(all.interval_at(100)->low, wilson_interval(1, 20).low, 1e-12);
  EXPECT_EQ(all.interval_at(100)->high, 1);
  EXPECT_NEAR(all.interval_at(10)->high, wilson_interval(0, 20).high, 1e-12) << "before the first success";
  EXPECT_NEAR(SuccessCurve(alike_within_images(0, 20)).interval_at(100)->high, wilson_interval(0, 20).high,
              1e-12);
}

// 90 instances on ten images: the design effect is (1 + 9) / 2 for one success, (2 * 1 + 9) / 3 for two
// successes on two images, and the estimate, 1, for three.
TEST(ClusteredIntervals, OfOneOrTwoSuccessesAllowForInstancesThatAreAlike) {
  const double trials[] = {10, 90 / 5.0, 90 / (11 / 3.0), 90};
  std::vector<int> clusters;
  for (int i = 0; i < 90; ++i) clusters.push_back(i / 9);
  for (int count = 0; count <= 3; ++count) {
    std::vector<bool> successes(90), failures(90, true);
    for (int i = 0; i < count; ++i) {
      successes[static_cast<std::size_t>(9 * i)] = true;
      failures[static_cast<std::size_t>(9 * i)] = false;
    }
    const Interval expected = wilson_interval(count / 90.0, trials[count]);
    const Interval few = clustered_interval(clusters, successes),
                   most = clustered_interval(clusters, failures);
    EXPECT_NEAR(few.low, expected.low, 1e-9) << count;
    EXPECT_NEAR(few.high, expected.high, 1e-9) << count;
    EXPECT_NEAR(most.low, 1 - expected.high, 1e-9) << count;
    EXPECT_NEAR(most.high, 1 - expected.low, 1e-9) << count;
  }
  // Two successes on one image: the estimate is 90 / 44.49.
  std::vector<bool> same(90);
  same[0] = same[1] = true;
  const double estimate = 90 / (2 * 88 / (3.6 * 10 / 9 * 89 / 90));
  EXPECT_NEAR(clustered_interval(clusters, same).high,
              wilson_interval(2 / 90.0, 90 / ((estimate + 9) / 2)).high, 1e-9);
}

TEST(ClusteredIntervals, AreWilsonsWhereEveryImageHasOneInstance) {
  const SuccessCurve curve(uncensored({4, 9, 9, 20, 31, 57, 99, 100}, 11, 100));
  for (const int queries : {1, 4, 20, 57, 100}) {
    EXPECT_EQ(curve.interval_at(queries)->low, curve.independent_interval_at(queries)->low);
    EXPECT_EQ(curve.interval_at(queries)->high, curve.independent_interval_at(queries)->high);
  }
}

TEST(ClusteredIntervals, OfOneImageAreThoseOfOneTrial) {
  std::vector<WatchedInstance> one_image = uncensored({5, 6, 8}, 9, 100);
  for (WatchedInstance& each : one_image) each.cluster = 0;
  const Interval interval = *SuccessCurve(one_image).interval_at(100);
  EXPECT_NEAR(interval.low, wilson_interval(1.0 / 3, 1).low, 1e-12);
  EXPECT_NEAR(interval.high, wilson_interval(1.0 / 3, 1).high, 1e-12);
}

TEST(ClusteredIntervals, NeverTakeAnInstanceForMoreThanOneTrial) {
  // Half of the instances of every image succeed, so there is no variance between images.
  std::vector<int> clusters;
  std::vector<bool> successes;
  for (int i = 0; i < 40; ++i) {
    clusters.push_back(i / 4);
    successes.push_back(i % 2 == 0);
  }
  EXPECT_NEAR(clustered_interval(clusters, successes).low, wilson_interval(0.5, 40).low, 1e-12);
  EXPECT_THROW(clustered_interval({}, {}), std::invalid_argument);
}

/// Returns forty images of nine instances with success probabilities that differ by image: 30% of the images
/// are fooled for nearly every target, the others for few. A share of `cut` of the instances is censored.
std::vector<WatchedInstance> drawn_images(Rng& rng, double cut) {
  std::vector<WatchedInstance> observations;
  for (int image = 0; image < 40; ++image) {
    const double chance = rng.uniform() < 0.3 ? 0.95 : 0.2;
    for (int target = 0; target < 9; ++target) {
      const bool success = rng.uniform() < chance;
      WatchedInstance each{success ? 1 + rng.index(100) : 100, success, image};
      const int until = 1 + rng.index(100);
      if (rng.uniform() < cut && until < each.queries) each = {until, false, image};
      observations.push_back(each);
    }
  }
  return observations;
}

TEST(ClusteredIntervals, HoldTheTruthAsOftenAsTheySay) {
  const double truth = 0.3 * 0.95 + 0.7 * 0.2;  // within 100 queries
  for (const double cut : {0.0, 0.3}) {
    Rng rng(11);
    int held = 0;
    int held_by_independent = 0;
    constexpr int kDraws = 1000;
    for (int draw = 0; draw < kDraws; ++draw) {
      const SuccessCurve curve(drawn_images(rng, cut));
      const auto holds = [&](const Interval& interval) {
        return interval.low <= truth && truth <= interval.high;
      };
      held += holds(*curve.interval_at(100)) ? 1 : 0;
      held_by_independent += holds(*curve.independent_interval_at(100)) ? 1 : 0;
    }
    EXPECT_GT(held, 0.93 * kDraws) << cut;
    EXPECT_LT(held, 0.97 * kDraws) << cut;
    EXPECT_LT(held_by_independent, 0.8 * kDraws) << cut;
  }
}

TEST(ClusteredIntervals, AreCloseToThoseOfABootstrapOverImages) {
  Rng rng(5);
  std::vector<WatchedInstance> observations = drawn_images(rng, 0.2);
  const SuccessCurve curve(observations);
  const std::vector<int> queries{20, 50, 100};
  const int images = number_clusters(observations);
  sort_by_queries(observations);
  const auto drawn = percentile_intervals(images, queries.size(), {},
                                          [&](const std::vector<int>& weights, std::vector<double>& success) {
                                            weighted_success(observations, weights, queries, success);
                                          });
  for (std::size_t q = 0; q < queries.size(); ++q) {
    EXPECT_NEAR(curve.interval_at(queries[q])->low, drawn[q]->low, 0.02);
    EXPECT_NEAR(curve.interval_at(queries[q])->high, drawn[q]->high, 0.02);
  }
}

TEST(PercentileIntervals, AreFixedByTheirSeedAndHaveNoWidthWhereResamplesAreAlike) {
  const auto mean_weight = [](const std::vector<int>& weights, std::vector<double>& values) {
    values = {static_cast<double>(weights[0]), 1.0};
  };
  const auto first = percentile_intervals(20, 2, {}, mean_weight);
  const auto again = percentile_intervals(20, 2, {}, mean_weight);
  ASSERT_TRUE(first[0] && again[0]);
  EXPECT_EQ(first[0]->high, again[0]->high);
  ASSERT_TRUE(first[1]);
  EXPECT_EQ(first[1]->low, first[1]->high) << "all resamples are equal";
  EXPECT_FALSE(percentile_intervals(1, 2, {}, mean_weight)[0]);
}

TEST(PercentileIntervals, AreOf95Percent) {
  BootstrapOptions options;
  options.resamples = 20000;
  const auto found =
      percentile_intervals(100, 1, options, [](const std::vector<int>& weights, std::vector<double>& values) {
        values[0] = 0;
        for (int i = 0; i < 100; ++i) values[0] += weights[static_cast<std::size_t>(i)] * i / 1e4;
      });
  const double half = 1.959964 * std::sqrt(1 / 12.0) / 10;
  EXPECT_NEAR(found[0]->low, 0.495 - half, 0.003);
  EXPECT_NEAR(found[0]->high, 0.495 + half, 0.003);
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

}  // namespace
}  // namespace bora::report
