#include "tools/assess/option_texts.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tools {
namespace {

TEST(Settings, KeepTheirOrderAndCommasInValues) {
  const Settings settings =
      parse_settings("strategy=bowl:terms=ps,objectives=accuracy,robustness,budget=6", "--search", {});
  const Settings expected = {
      {"strategy", "bowl:terms=ps"}, {"objectives", "accuracy,robustness"}, {"budget", "6"}};
  EXPECT_EQ(settings, expected);
  EXPECT_TRUE(parse_settings("", "--search", {}).empty());
}

TEST(Settings, RefuseWhatHasNoNameIsThereTwiceOrIsSaidElsewhere) {
  testing::expect_input_error([] { parse_settings("bowl", "--search", {}); }, "--search",
                              "'bowl' has no name");
  testing::expect_input_error([] { parse_settings("=3", "--search", {}); }, "has no name");
  testing::expect_input_error([] { parse_settings("a=1,a=2", "--train", {}); }, "--train: a is given twice");
  testing::expect_input_error([] { parse_settings("out=x", "--search", {"data", "out"}); }, "--search: out");
}

}  // namespace
}  // namespace bora::tools
