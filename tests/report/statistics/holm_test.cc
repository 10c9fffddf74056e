#include "report/statistics/significance.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

TEST(Holm, AdjustsFromTheSmallestOnAndKeepsTheOrder) {
  const std::vector<std::optional<double>> p{0.01, std::nullopt, 0.04, 0.03, 0.5};
  const auto adjusted = holm(p);
  ASSERT_EQ(adjusted.size(), 5U);
  EXPECT_DOUBLE_EQ(*adjusted[0], 0.04);  // 4 tests: 4 x 0.01
  EXPECT_FALSE(adjusted[1]);
  EXPECT_DOUBLE_EQ(*adjusted[3], 0.09);  // 3 x 0.03
  EXPECT_DOUBLE_EQ(*adjusted[2], 0.09);  // 2 x 0.04 is less, but the p before it is a lower limit
  EXPECT_DOUBLE_EQ(*adjusted[4], 0.5);
}

TEST(Holm, NeverExceedsOne) {
  const std::vector<std::optional<double>> p{0.6, 0.7};
  const auto adjusted = holm(p);
  EXPECT_DOUBLE_EQ(*adjusted[0], 1);
  EXPECT_DOUBLE_EQ(*adjusted[1], 1);
}

}  // namespace
}  // namespace bora::report
