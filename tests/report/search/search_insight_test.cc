#include "report/search/search_insight.h"

#include <gtest/gtest.h>

#include "nas/space/nb201_space.h"

namespace bora::report {
namespace {

// Cells; those with a 3x3 convolution after the input have values two points higher.
struct Searched {
  SpacePtr space = make_space("nb201");
  std::vector<Architecture> cells;
  Eigen::VectorXd values;
  explicit Searched(int n) : values(n) {
    Rng rng(3);
    for (int i = 0; i < n; ++i) {
      cells.push_back(space->sample(rng));
      const auto numbers = space->statistics(cells.back());
      values[i] = 90 + 2 * std::min(numbers[1], 1.0) + 0.3 * numbers[0] + 0.2 * rng.normal();
    }
  }
};

TEST(MotifEffects, FindTheOperationThatIsWorthMost) {
  const Searched searched(60);
  const auto effects = motif_effects(*searched.space, searched.cells, searched.values);
  ASSERT_GE(effects.size(), 2u);
  EXPECT_LE(effects.size(), 8u);
  for (const MotifEffect& effect : effects) {
    EXPECT_EQ(effect.with + effect.without, 60);
    EXPECT_GE(effect.with, 9);
    EXPECT_GE(effect.without, 9);
  }
  for (std::size_t i = 1; i < effects.size(); ++i)
    EXPECT_GE(effects[i - 1].mean_with - effects[i - 1].mean_without,
              effects[i].mean_with - effects[i].mean_without);
  EXPECT_LT(effects.back().mean_with, effects.back().mean_without);
  EXPECT_NE(effects.front().motif.pattern.find("nor_conv"), std::string::npos);
  EXPECT_GT(effects.front().mean_with, effects.front().mean_without);
}

TEST(MotifEffects, IntervalsAreWelchs) {
  const SpacePtr space = make_space("nb201");
  const char* const kWith = "|nor_conv_3x3~0|+|none~0|none~1|+|nor_conv_3x3~0|none~1|none~2|";
  const char* const kWithout = "|avg_pool_3x3~0|+|none~0|none~1|+|avg_pool_3x3~0|none~1|none~2|";
  std::vector<Architecture> cells;
  Eigen::VectorXd values(18);
  values << 3, 4, 5, 6, 3, 4, 5, 6, 1, 2, 3, 4, 2, 1, 2, 3, 4, 2;
  for (int i = 0; i < 18; ++i) cells.push_back(space->parse(i < 8 ? kWith : kWithout));
  const auto effects = motif_effects(*space, cells, values);
  ASSERT_FALSE(effects.empty());
  const MotifEffect& best = effects.front();
  EXPECT_EQ(best.motif.pattern, "nor_conv_3x3");
  EXPECT_NEAR(best.mean_with - best.mean_without, 2.1, 1e-12);
  // Variances of the means 10 / 7 / 8 and 10.4 / 9 / 10; 14.33 degrees of freedom, whose t is 2.1402 (SciPy).
  EXPECT_NEAR(best.half_width, 2.1402 * std::sqrt(10.0 / 7 / 8 + 10.4 / 9 / 10), 5e-4);
}

TEST(Calibration, IntervalsHoldAboutWhatTheyAreToHold) {
  for (const int n : {30, 60}) {
    const Searched searched(n);
    const Calibration found = calibration(searched.space, searched.cells, searched.values);
    ASSERT_EQ(found.predicted.size(), n);
    EXPECT_GT(found.correlation, 0.6);
    EXPECT_GE(found.within(0.95), 8 * n / 10);
    EXPECT_LE(found.within(0.5), 8 * n / 10);
    EXPECT_LT(found.within(0.5), found.within(0.95));
  }
}

TEST(Calibration, CountsByTheQuantilesOfTheNormal) {
  const Calibration four{Eigen::VectorXd::Zero(4), Eigen::VectorXd::Ones(4),
                         Eigen::Vector4d(0.6, 0.7, 1.9, 2.0), 0};
  EXPECT_EQ(four.within(0.5), 1) << "0.674 deviations";
  EXPECT_EQ(four.within(0.95), 3) << "1.960 deviations";
}

TEST(Insight, SaysNothingOfFewNetworksOrEqualOnes) {
  const Json nothing = {
      {"motifs_html", ""}, {"calibration_html", ""}, {"correlation", ""}, {"held", ""}, {"failure", ""}};
  const Searched few(11);
  EXPECT_EQ(insight_values(few.space, few.cells, few.values, "accuracy"), nothing);
  Searched same(30);
  same.values.setConstant(90);
  EXPECT_EQ(insight_values(same.space, same.cells, same.values, "accuracy"), nothing);
}

TEST(Insight, HasBothParts) {
  const Searched searched(30);
  const Json values = insight_values(searched.space, searched.cells, searched.values, "accuracy, %");
  EXPECT_NE(values["motifs_html"].get<std::string>().find("role=\"img\""), std::string::npos);
  EXPECT_NE(values["calibration_html"], "");
  EXPECT_NE(values["held"].get<std::string>().find("95% intervals hold"), std::string::npos);
}

}  // namespace
}  // namespace bora::report
