#include "tools/report/statistics/holm.h"

#include <gtest/gtest.h>

namespace bora {
namespace {

TEST(Holm, MatchesAnExampleWorkedByHand) {
  // Sorted: 0.01 x 4, 0.02 x 3, 0.03 x 2, 0.04 x 1, none below the one before.
  const std::vector<double> adjusted = holm_adjusted(std::vector<double>{0.03, 0.01, 0.04, 0.02});
  const double expected[] = {0.06, 0.04, 0.06, 0.06};
  ASSERT_EQ(adjusted.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15) << i;
}

TEST(Holm, NeverExceedsOneAndLeavesASingleTestAlone) {
  EXPECT_EQ(holm_adjusted(std::vector<double>{0.7, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_EQ(holm_adjusted(std::vector<double>{0.03}), (std::vector<double>{0.03}));
  EXPECT_TRUE(holm_adjusted({}).empty());
}

}  // namespace
}  // namespace bora
