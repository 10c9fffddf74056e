#include "common/fraction.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora {
namespace {

TEST(Fraction, ReadsNumbersAndQuotients) {
  EXPECT_DOUBLE_EQ(parse_fraction("0.3", "--eps"), 0.3);
  EXPECT_DOUBLE_EQ(parse_fraction("8/255", "--eps"), 8.0 / 255);
  EXPECT_DOUBLE_EQ(parse_fraction("1", "--eps"), 1);
}

TEST(Fraction, RoundsAbbreviatedDecimalNumbersUpToGreyLevels) {
  for (const double text : {0.03137, 0.0313725, 0.031372549, 8.0 / 255})
    EXPECT_DOUBLE_EQ(round_up_to_level(text), 8.0 / 255) << text;
  EXPECT_DOUBLE_EQ(round_up_to_level(0.00392), 1.0 / 255);
  for (const double other : {0.031, 0.0314, 0.3, 0.05, 0.0039, 1.0})
    EXPECT_DOUBLE_EQ(round_up_to_level(other), other);
}

TEST(Fraction, RefusesAnythingElseNamingTheOption) {
  for (const char* text : {"", "abc", "8/", "/255", "0.3x", "1/2/3", " 0.3"})
    testing::expect_input_error([&] { parse_fraction(text, "--adversarial"); }, "--adversarial",
                                fmt::format("'{}'", text), "0.3", "8/255");
  testing::expect_input_error([] { parse_fraction("8/0", "--eps"); }, "denominator 0");
  testing::expect_input_error([] { parse_fraction("8\n", "--eps"); }, "'8?'");
}

}  // namespace
}  // namespace bora
