#include "tools/options/nearest_option.h"

#include <gtest/gtest.h>

namespace bora::tools {
namespace {

const std::vector<std::string> kNames = {"data",  "images", "eps",        "budget",
                                         "batch", "lr",     "robust-eps", "out"};

TEST(NearestOption, CorrectsTypingErrorsFirst) {
  EXPECT_EQ(nearest_option("--image", kNames), "images");
  EXPECT_EQ(nearest_option("bugdet", kNames), "budget");
  EXPECT_EQ(nearest_option("--epss", kNames), "eps");
}

TEST(NearestOption, KnowsOtherNamesOfTheSameOption) {
  EXPECT_EQ(nearest_option("--learning-rate", kNames), "lr");
  EXPECT_EQ(nearest_option("--max-queries", kNames), "budget");
  EXPECT_EQ(nearest_option("--learning-rate", {"data", "out"}), "");
}

TEST(NearestOption, FindsNamesThatShareAPart) {
  EXPECT_EQ(nearest_option("--epsilon", kNames), "eps");
  EXPECT_EQ(nearest_option("--epsilon", {"data", "robust-eps"}), "robust-eps");
  EXPECT_EQ(nearest_option("--batch-size", kNames), "batch");
  EXPECT_EQ(nearest_option("--num-images", kNames), "images");
  EXPECT_EQ(nearest_option("--output-folder", kNames), "out");
  EXPECT_EQ(nearest_option("--dataset", kNames), "data");
}

TEST(NearestOption, HasNothingForNonsense) {
  EXPECT_EQ(nearest_option("--xylophone", kNames), "");
  EXPECT_EQ(nearest_option("-x", kNames), "");
  EXPECT_EQ(nearest_option("--", kNames), "");
  EXPECT_EQ(nearest_option("", kNames), "");
  EXPECT_EQ(nearest_option("--x-y-z", {"xa", "yb"}), "");
}

}  // namespace
}  // namespace bora::tools
