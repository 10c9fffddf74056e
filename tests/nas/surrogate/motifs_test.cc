#include "nas/surrogate/motifs.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "nas/space/nb201_space.h"
#include "support/gradient_check.h"
#include "support/input_error.h"

namespace bora::nas::motifs_test {
namespace {

const SpacePtr& space() {
  static const SpacePtr cells = make_space("nb201");
  return cells;
}

std::vector<Architecture> drawn(int count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Architecture> out;
  for (int i = 0; i < count; ++i) out.push_back(space()->sample(rng));
  return out;
}

int live(const Architecture& architecture, int label) {
  const auto& labels = architecture.cells()[0].contracted.labels;
  return static_cast<int>(std::count(labels.begin(), labels.end(), label));
}

TEST(Motifs, FindThePatternsOfASyntheticValue) {
  const auto X = drawn(200, 1), others = drawn(300, 2);
  const auto value = [](const Architecture& a) {
    return 1.0 * live(a, Nb201Space::kConv3) - 1.0 * live(a, Nb201Space::kPool);
  };
  Eigen::VectorXd y(200);
  for (int i = 0; i < 200; ++i) y[i] = value(X[static_cast<std::size_t>(i)]);
  Motifs motifs(*space(), X, y);
  ASSERT_GE(motifs.ranked().size(), 4u);
  for (std::size_t i = 1; i < motifs.ranked().size(); ++i)
    EXPECT_GE(motifs.ranked()[i - 1].gradient, motifs.ranked()[i].gradient);
  const auto place = [&](const std::string& pattern) {
    const auto& all = motifs.ranked();
    const auto found = std::ranges::find(all, pattern, &Motif::pattern);
    EXPECT_TRUE(found != all.end()) << pattern;
    return found - all.begin();
  };
  EXPECT_LT(place("nor_conv_3x3"), place("nor_conv_1x1"));
  EXPECT_LT(place("nor_conv_1x1"), place("avg_pool_3x3"));
  EXPECT_GT(motifs.good().front().gradient, 0);
  EXPECT_LT(motifs.bad().back().gradient, 0);
  // Among architectures that were not used for learning, those with the best motif are better than those
  // with the worst one.
  const auto mean_with = [&](const Motif& motif) {
    double total = 0;
    int count = 0;
    for (const Architecture& a : others)
      if (motifs.count_in(a, {motif}) > 0) {
        total += value(a);
        ++count;
      }
    EXPECT_GT(count, 5) << motif.pattern;
    return total / count;
  };
  double overall = 0;
  for (const Architecture& a : others) overall += value(a) / static_cast<double>(others.size());
  EXPECT_GT(mean_with(motifs.ranked().front()), overall + 0.3) << motifs.ranked().front().pattern;
  EXPECT_LT(mean_with(motifs.ranked().back()), overall - 0.3) << motifs.ranked().back().pattern;
  // An architecture has the motifs of single operations that its contracted cell has.
  const auto motif_of = [&](const std::string& pattern) {
    return motifs.ranked()[static_cast<std::size_t>(place(pattern))];
  };
  const std::vector<Motif> single{motif_of("nor_conv_3x3"), motif_of("nor_conv_1x1"),
                                  motif_of("avg_pool_3x3")};
  for (const Architecture& a : others) {
    int expected = 0;
    for (const int label : {Nb201Space::kConv3, Nb201Space::kConv1, Nb201Space::kPool})
      expected += live(a, label) > 0 ? 1 : 0;
    EXPECT_EQ(motifs.count_in(a, single), expected) << a.text();
  }
}

TEST(NormalisedProductGradient, IsThatOfFiniteDifferences) {
  Eigen::VectorXd counts(4), weights(4);
  counts << 3, 1, 2, 1;
  weights << 0.5, -1, 2, 0.1;
  const auto value = [&](const Eigen::VectorXd& c) { return weights.dot(c / c.norm()); };
  EXPECT_LT(check_gradient(value, counts, normalised_product_gradient(counts, weights)).worst, 1e-8);
}

// The example before eq. 7.8 of Ru 2021: 30 architectures have a motif once, 20 have it twice.
TEST(MotifAverage, WeightsArchitecturesByFrequencyOrByOccurrences) {
  std::vector<std::pair<double, double>> counted(30, {1, 2.0});
  counted.insert(counted.end(), 20, {2, -3.0});
  const auto [printed, deviation] = motif_average(counted, MotifScore::printed);
  const double share = (30 * 0.6) / (30 * 0.6 + 20 * 0.4);
  EXPECT_NEAR(printed, share * 2 - (1 - share) * 3, 1e-12);
  EXPECT_NEAR(deviation, 5 * std::sqrt(share * (1 - share)), 1e-12);
  const auto [mean, spread] = motif_average(counted, MotifScore::mean);
  EXPECT_NEAR(mean, (30 * 2 - 40 * 3) / 70.0, 1e-12);
  EXPECT_NEAR(spread, 5 * std::sqrt(30 * 40) / 70, 1e-12);
}

// Equations 7.8 and 7.9 of Ru 2021.
TEST(Motifs, PrintedScoreIsTheWeightedMeanOverItsDeviation) {
  const auto X = drawn(150, 4);
  Eigen::VectorXd y(150);
  Rng noise(5);
  for (int i = 0; i < 150; ++i)
    y[i] = live(X[static_cast<std::size_t>(i)], Nb201Space::kConv3) -
           0.3 * live(X[static_cast<std::size_t>(i)], Nb201Space::kPool) *
               live(X[static_cast<std::size_t>(i)], Nb201Space::kConv1) +
           0.5 * noise.normal();
  MotifOptions mean, printed;
  mean.least = printed.least = 3;
  printed.score = MotifScore::printed;
  const Motifs by_mean(*space(), X, y, mean), by_ratio(*space(), X, y, printed);
  ASSERT_EQ(by_mean.ranked().size(), by_ratio.ranked().size());
  ASSERT_GE(by_ratio.ranked().size(), 4u);
  bool other_order = false;
  for (std::size_t i = 0; i < by_ratio.ranked().size(); ++i) {
    const Motif& motif = by_ratio.ranked()[i];
    EXPECT_GT(motif.deviation, 0) << motif.pattern;
    if (i > 0) {
      const Motif& before = by_ratio.ranked()[i - 1];
      EXPECT_GE(before.gradient / before.deviation, motif.gradient / motif.deviation);
    }
    other_order = other_order || motif.pattern != by_mean.ranked()[i].pattern;
    // For motifs that no architecture has more than once, both scores average with equal weights.
    const auto same = std::ranges::find(by_mean.ranked(), motif.pattern, &Motif::pattern);
    ASSERT_TRUE(same != by_mean.ranked().end());
    if (motif.pattern.find("input beside") == 0) {
      EXPECT_NEAR(motif.gradient, same->gradient, 1e-12) << motif.pattern;
      EXPECT_NEAR(motif.deviation, same->deviation, 1e-12) << motif.pattern;
    }
  }
  EXPECT_TRUE(other_order);
}

TEST(Motifs, LeaveOutRareAndVeryFrequentPatterns) {
  const auto X = drawn(100, 3);
  Eigen::VectorXd y(100);
  for (int i = 0; i < 100; ++i) y[i] = live(X[static_cast<std::size_t>(i)], Nb201Space::kConv3);
  MotifOptions options;
  options.least = 20;
  options.most_share = 0.6;
  const Motifs motifs(*space(), X, y, options);
  for (const Motif& motif : motifs.ranked()) {
    EXPECT_GE(motif.share, 0.2);
    EXPECT_LE(motif.share, 0.6);
  }
  // The input is no motif, since every cell has it.
  EXPECT_TRUE(std::ranges::find(motifs.ranked(), "input", &Motif::pattern) == motifs.ranked().end());
  options.most_share = 0;
  testing::expect_input_error([&] { Motifs(*space(), X, y, options); }, "most_share");
  testing::expect_input_error([&] { Motifs(*space(), {X[0]}, y.head(1)); }, "1 architectures");
}

}  // namespace
}  // namespace bora::nas::motifs_test
