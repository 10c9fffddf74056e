#include "common/number.h"

#include <cmath>
#include <cstdint>
#include <string_view>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora {
namespace {

TEST(Number, ParsesOnlyTheWholeText) {
  EXPECT_EQ(to_number<int>("12"), 12);
  EXPECT_EQ(to_number<int>("-3"), -3);
  EXPECT_EQ(to_number<double>("2.5e-1"), 0.25);
  for (const char* none : {"", " 1", "1 ", "+1", "1x", "x", "1.5", "99999999999"})
    EXPECT_EQ(to_number<int>(none), std::nullopt) << none;
  EXPECT_EQ(to_number<std::uint64_t>("-1"), std::nullopt);
}

TEST(Number, ChecksTheRange) {
  EXPECT_EQ(to_number<int>("1", 1, 3), 1);
  EXPECT_EQ(to_number<int>("3", 1, 3), 3);
  EXPECT_EQ(to_number<int>("4", 1, 3), std::nullopt);
  EXPECT_EQ(to_number<int>("0", 1), std::nullopt);
  EXPECT_EQ(to_number<double>("nan", 0, 1), std::nullopt);
}

TEST(Number, RefusesInfiniteNumbersWhereAFiniteOneIsNeeded) {
  EXPECT_EQ(to_number<double>("inf"), INFINITY);
  for (const char* none : {"inf", "-inf", "nan", "1e999"}) EXPECT_EQ(to_finite(none), std::nullopt) << none;
  EXPECT_EQ(to_finite("-1e300"), -1e300);
}

TEST(Number, ParsesAndRemovesTheFront) {
  std::string_view text = "12/3";
  EXPECT_EQ(take_number<int>(text), 12);
  EXPECT_EQ(text, "/3");
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  EXPECT_EQ(text, "/3");
}

TEST(Number, ParsesPairs) {
  EXPECT_EQ(to_numbers<int>("3/16", '/'), std::pair(3, 16));
  for (const char* none : {"", "/", "3", "3/", "/16", "3/16/2", "3-16"})
    EXPECT_EQ(to_numbers<int>(none, '/'), std::nullopt) << none;
}

TEST(Number, ErrorsNameTheSubjectTheTextAndTheRange) {
  EXPECT_EQ(parse_number<int>("7", "side", 1, 9), 7);
  testing::expect_input_error([] { parse_number<int>("10", "side", 1, 9); },
                              "side: got '10', expected a whole number from 1 to 9");
  testing::expect_input_error([] { parse_number<double>("x", "rate", 0, 0.5); },
                              "rate: got 'x', expected a number from 0 to 0.5");
  testing::expect_input_error([] { parse_number<int>("0", "trial", 1); },
                              "trial: got '0', expected a whole number of at least 1");
  testing::expect_input_error([] { parse_number<int>("99999999999", "trial", 1); },
                              "trial: got '99999999999', expected a whole number from 1 to 2147483647");
  testing::expect_input_error([] { parse_number<int>("-99999999999", "trial", 1); },
                              "expected a whole number from 1 to 2147483647");
}

}  // namespace
}  // namespace bora
