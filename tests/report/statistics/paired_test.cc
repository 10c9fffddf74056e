#include "report/statistics/paired.h"

#include <cmath>

#include <gtest/gtest.h>

#include "report/statistics/golden_statistics.h"

namespace bora::report {
namespace {

// Returns an instance with a budget of 100 queries that succeeds at `queries`, or fails.
WatchedInstance ended(bool success, int queries) {
  return {success ? queries : 100, success, 0};
}

TEST(PairedDifferences, CountsPairsAndSubtractsShares) {
  // In 10 pairs, both succeed 4 times, only the first 3 times, only the second once, neither twice.
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 10; ++i) {
    const bool first = i < 7;
    const bool second = i < 4 || i == 7;
    pairs.push_back({ended(first, 20), ended(second, 30), i});
  }
  const std::vector<int> queries{25, 100};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_EQ(differences[0].only_first, 7);
  EXPECT_EQ(differences[0].only_second, 0);
  EXPECT_NEAR(*differences[0].difference, 0.7, 1e-12);
  EXPECT_EQ(differences[1].pairs, 10);
  EXPECT_EQ(differences[1].only_first, 3);
  EXPECT_EQ(differences[1].only_second, 1);
  EXPECT_EQ(differences[1].both, 4);
  EXPECT_EQ(differences[1].neither(), 2);
  EXPECT_NEAR(*differences[1].p, 0.625, 1e-12);  // 3 against 1: 2 (1 + 4) / 16
  EXPECT_NEAR(*differences[1].difference, 0.2, 1e-12);
  ASSERT_TRUE(differences[1].interval);
  EXPECT_LT(differences[1].interval->low, 0.2);
  EXPECT_GT(differences[1].interval->high, 0.2);
}

// All four inputs have the difference 0; up to the upper end of Wilson's interval of 0 in 4 may have another.
TEST(PairedDifferences, OfAnAttackWithItselfIsZeroWithTheIntervalOfNoOtherInput) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 12; ++i) {
    const WatchedInstance observation{10 + i, i % 3 == 0, i};
    pairs.push_back({observation, observation, i / 3});
  }
  const std::vector<int> queries{15};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_EQ(*differences[0].difference, 0);
  ASSERT_TRUE(differences[0].interval);
  EXPECT_NEAR(differences[0].interval->high, wilson_interval(0, 4).high, 1e-12);
  EXPECT_NEAR(differences[0].interval->low, -wilson_interval(0, 4).high, 1e-12);
}

TEST(PairedDifferences, APairThatWasCutFavoursNeitherSide) {
  // An interrupted run: in 20 pairs the first attack has succeeded, and the second, which is as good, was
  // interrupted at 30 queries.
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 20; ++i) pairs.push_back({{25, true, 0}, {30, false, 0}, i});
  for (int i = 20; i < 30; ++i) pairs.push_back({{100, false, 0}, {100, false, 0}, i});
  const std::vector<int> queries{28, 100};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_EQ(differences[0].pairs, 30) << "all were watched for 28 queries";
  EXPECT_EQ(differences[0].only_first, 20);
  EXPECT_EQ(differences[1].pairs, 10);
  EXPECT_EQ(differences[1].unknown, 20);
  EXPECT_EQ(differences[1].only_first, 0);
  EXPECT_EQ(differences[1].neither(), 10);
  ASSERT_TRUE(differences[1].p);
  EXPECT_EQ(*differences[1].p, 1);
}

// The first attack failed on all inputs, the second was interrupted: its early successes are known, its
// failures are not.
TEST(PairedDifferences, AnInterruptedAttackDoesNotKeepItsSuccessesAlone) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 10; ++i) pairs.push_back({ended(false, 0), ended(true, 20), i});
  for (int i = 10; i < 40; ++i) pairs.push_back({ended(true, 60), {30, false, 0}, i});
  const std::vector<int> all_cut{100};
  EXPECT_FALSE(paired_differences(pairs, all_cut)[0].difference) << "nothing is known of the second at 100";
  pairs.push_back({ended(true, 60), ended(false, 0), 40});
  const std::vector<int> queries{25, 100};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_NEAR(*differences[0].p, 2.0 / 1024, 1e-12) << "all were watched for 25 queries";
  EXPECT_EQ(differences[1].only_second, 10);
  EXPECT_EQ(*differences[1].p, 1) << "the 30 others decide";
}

TEST(PairedOutcomes, CountUnknownOnesAgainstTheDifference) {
  std::vector<PairedOutcome> pairs;
  for (int i = 0; i < 10; ++i) pairs.push_back({false, true, i});
  for (int i = 10; i < 20; ++i) pairs.push_back({false, false, i});
  const PairedDifference known = paired_outcomes(pairs);
  EXPECT_NEAR(*known.difference, -0.5, 1e-12);
  EXPECT_NEAR(*known.p, 2.0 / 1024, 1e-12);

  pairs[0].first = std::nullopt;  // may be true
  pairs[19].second = std::nullopt;
  const PairedDifference some = paired_outcomes(pairs);
  EXPECT_EQ(some.pairs, 18);
  EXPECT_EQ(some.unknown, 2);
  EXPECT_EQ(some.only_second, 9);
  EXPECT_NEAR(*some.difference, -0.45, 1e-12) << "9 of 20, as if the first were true and the last false";
  EXPECT_NEAR(*some.p, 2.0 / 512, 1e-12);
  EXPECT_LT(some.interval->low, known.interval->low) << "the last may be true";

  for (int i = 10; i < 20; ++i) pairs[static_cast<std::size_t>(i)].first = std::nullopt;
  const PairedDifference many = paired_outcomes(pairs);
  EXPECT_EQ(*many.p, 1) << "they decide which is larger";
  EXPECT_FALSE(many.difference);
  EXPECT_GT(many.interval->high, 0);
  EXPECT_LT(many.interval->low, 0);
}

TEST(PairedOutcomes, HaveNoPIfNoneIsKnown) {
  std::vector<PairedOutcome> pairs;
  for (int i = 0; i < 5; ++i) pairs.push_back({{}, i % 2 == 0, i});
  const PairedDifference none = paired_outcomes(pairs);
  EXPECT_EQ(none.unknown, 5);
  EXPECT_FALSE(none.p) << "it is no test";
  EXPECT_FALSE(none.difference);
}

// One cluster has a pair whose second outcome is not known.
TEST(PairedOutcomes, AddUpByCluster) {
  std::vector<PairedOutcome> pairs;
  for (int i = 0; i < 18; ++i) pairs.push_back({true, false, i / 3});
  EXPECT_NEAR(*paired_outcomes(pairs).p, 2.0 / 64, 1e-12) << "six coins of 3 each";
  pairs[17].second = std::nullopt;  // may be true
  const PairedDifference open = paired_outcomes(pairs);
  EXPECT_NEAR(*open.difference, 17.0 / 18, 1e-12);
  EXPECT_NEAR(*open.p, 2.0 / 64, 1e-12) << "five coins of 3 and one of 2";
  EXPECT_EQ(open.unknown, 1);
}

// One instance of each attack was followed to 100 queries. Most resamples lack one of them.
TEST(PairedDifferences, HaveNoIntervalWhereMostResamplesHaveNoValue) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 38; ++i) {
    const WatchedInstance cut{i < 6 ? 10 : 30, i < 6, 0};
    pairs.push_back({cut, {30, false, 0}, i});
  }
  pairs.push_back({{100, false, 0}, {30, false, 0}, 38});
  pairs.push_back({{30, false, 0}, {100, false, 0}, 39});
  const std::vector<int> queries{20, 100};
  const auto differences = paired_differences(pairs, queries);
  EXPECT_TRUE(differences[0].interval);
  ASSERT_TRUE(differences[1].difference);
  EXPECT_FALSE(differences[1].interval);
}

TEST(PairedDifferences, PairingNarrowsTheInterval) {
  // Both attacks succeed on the same easy images. Without pairing, the variance between images would remain.
  std::vector<PairedObservation> pairs;
  for (int image = 0; image < 40; ++image) {
    const bool easy = image % 2 == 0;
    const bool also = easy && image != 0;
    pairs.push_back({ended(easy, 10), ended(also, 10), image});
  }
  const std::vector<int> queries{100};
  const auto difference = paired_differences(pairs, queries)[0];
  EXPECT_NEAR(*difference.difference, 1.0 / 40, 1e-12);
  EXPECT_LE(difference.interval->high - difference.interval->low, 0.1);
}

// With the rounding errors of shares, an end of 0 was above 0 for some numbers of queries, so that the
// condition "regression > 0" held.
TEST(PairedDifferences, HaveIntervalsWithoutRoundingErrors) {
  constexpr int kImages = 40;
  std::vector<PairedObservation> pairs;
  for (int image = 0; image < kImages; ++image)
    pairs.push_back({ended(image % 4 != 0, 1 + image), ended(image % 3 != 0, 50 - image), image});
  std::vector<int> queries;
  for (int number = 2; number <= 100; number += 2) queries.push_back(number);
  int ends = 0;
  for (const PairedDifference& each : paired_differences(pairs, queries)) {
    if (!each.interval) continue;
    for (const double end : {*each.difference, each.interval->low, each.interval->high}) {
      const double share = std::round(end * kImages) / kImages;
      if (std::abs(end - share) > 1e-9) continue;  // interpolated between two resamples
      EXPECT_EQ(end, share);
      ++ends;
    }
  }
  EXPECT_GT(ends, 50);
}

TEST(McNemar, IsTheBinomialTailWherePairsAreIndependent) {
  for (const auto& each : golden()["mcnemar"]) {
    std::vector<int> differences(each["only_first"].get<int>(), 1);
    differences.resize(differences.size() + each["only_second"].get<std::size_t>(), -1);
    differences.resize(differences.size() + 7, 0);  // concordant pairs have no influence
    EXPECT_NEAR(mcnemar_clustered(differences), each["p"].get<double>(), 1e-11) << each;
    for (int& difference : differences) difference = -difference;
    EXPECT_NEAR(mcnemar_clustered(differences), each["p"].get<double>(), 1e-11) << each;
  }
}

TEST(McNemar, TakesClustersForIndependentWherePairsShareThem) {
  for (const auto& each : golden()["mcnemar_clustered"]) {
    const auto differences = each["differences"].get<std::vector<int>>();
    EXPECT_NEAR(mcnemar_clustered(differences), each["p"].get<double>(), 1e-12) << each;
  }
}

TEST(PairedDifferences, AnImageThatDecidesAllItsPairsIsOneCoin) {
  std::vector<PairedObservation> pairs;
  for (int i = 0; i < 45; ++i) pairs.push_back({{10, true, 0}, {100, i >= 36, 0}, i / 9});
  const std::vector<int> queries{50};
  EXPECT_NEAR(*paired_differences(pairs, queries)[0].p, 2.0 / 32, 1e-12) << "five images, not 45 instances";
}

}  // namespace
}  // namespace bora::report
