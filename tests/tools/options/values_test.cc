#include "tools/options/values.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/input_error.h"

namespace bora::tools {
namespace {

TEST(ParseShape, TakesTwoOrThreeSides) {
  EXPECT_EQ(parse_shape("3x32x24", "--shape"), (ImageShape{3, 32, 24}));
  EXPECT_EQ(parse_shape("28x28", "--shape"), (ImageShape{1, 28, 28}));
  for (const char* text : {"", "28", "1x28x0", "1x28x-28", "1x2x3x4", "axb", "1x28x28x", "1x99999x99999"})
    EXPECT_THROW(parse_shape(text, "--shape"), InputError) << text;
}

TEST(ParseRange, TakesLowAndHigh) {
  EXPECT_EQ(parse_range("-1,1", "--range"), (std::pair{-1.0f, 1.0f}));
  for (const char* text : {"", "1", "1,0", "0,0", "0,1,2", "a,b"})
    EXPECT_THROW(parse_range(text, "--range"), InputError) << text;
  testing::expect_input_error([] { parse_range("1,0", "--range"); }, "--range: got '1,0'", "LOW < HIGH");
}

}  // namespace
}  // namespace bora::tools
