#include "report/statistics/number_text.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

// "0.0%" and "100.0%" say none and all.
TEST(NumberText, RoundsNoShareToNoneOrAll) {
  EXPECT_EQ(percent(0.0), "0.0%");
  EXPECT_EQ(percent(1.0 / 2400), "< 0.1%");
  EXPECT_EQ(percent(1.0 / 2000), "0.1%");
  EXPECT_EQ(percent(0.978), "97.8%");
  EXPECT_EQ(percent(0.9994), "99.9%");
  EXPECT_EQ(percent(2399.0 / 2400), "> 99.9%");
  EXPECT_EQ(percent(1.0), "100.0%");
  EXPECT_EQ(percent(1 - 1e-15), "100.0%") << "a rounding error of a product";
  EXPECT_EQ(percent_number(2399.0 / 2400), "> 99.9");
  EXPECT_EQ(percent(std::nullopt), "n/a");
}

}  // namespace
}  // namespace bora::report
