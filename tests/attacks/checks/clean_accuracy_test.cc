#include "attacks/checks/clean_accuracy.h"

#include <gtest/gtest.h>

namespace bora::attacks {
namespace {

CleanCount of_ten_classes(int correct, int total) {
  return {correct, total, total / 10, "image"};
}

TEST(CleanAccuracy, PassesOnlyAboveChance) {
  EXPECT_EQ(check_above_chance(of_ten_classes(950, 1000), "").status, "pass");
  EXPECT_EQ(check_above_chance(of_ten_classes(19, 20), "").status, "pass") << "20 are enough for that";
  EXPECT_EQ(check_above_chance(of_ten_classes(3, 20), "").status, "open");
  EXPECT_EQ(check_above_chance({60, 120, 60, "image"}, "").status, "open") << "half of two classes";
  EXPECT_EQ(check_above_chance({12, 12, 12, "image"}, "").status, "open") << "one class";
  EXPECT_EQ(check_above_chance({0, 0, 0, "image"}, "").status, "open") << "no labels";
  const EvaluationCheck doubted = check_above_chance(of_ten_classes(98, 1000), "the model knows nothing");
  EXPECT_EQ(doubted.id, "above-chance");
  EXPECT_EQ(doubted.status, "fail");
  EXPECT_NE(doubted.text.find("98 of 1,000 clean images (9.8%)"), std::string::npos) << doubted.text;
}

// 99 images whose labels are shifted by one class.
TEST(CleanAccuracy, BelowChanceFailsForAnyNumberOfInputs) {
  for (const int classes : {0, 10}) {
    const EvaluationCheck shifted = check_above_chance({1, 99, 10, "image", classes}, "");
    EXPECT_EQ(shifted.status, "fail");
    EXPECT_NE(shifted.text.find("1 of 99"), std::string::npos) << shifted.text;
  }
  EXPECT_EQ(check_above_chance({0, 12, 6, "graph", 2}, "").status, "fail");
  EXPECT_EQ(check_above_chance({0, 60, 60, "image", 10}, "").status, "fail") << "all of one class";
  EXPECT_EQ(check_above_chance({6, 99, 10, "image", 10}, "").status, "open");
  EXPECT_EQ(check_above_chance({0, 20, 2, "image", 10}, "").status, "open");
  EXPECT_EQ(check_above_chance({15, 20, 19, "image", 10}, "").status, "open") << "of unequal classes";
}

TEST(CleanAccuracy, ComparesTheClaimWithTheIntervalOfTheMeasuredAccuracy) {
  const auto status = [](int correct, double claim) {
    return check_claim(of_ten_classes(correct, 1000), {claim, ""}).status;
  };
  EXPECT_EQ(status(950, 0.95), "pass");
  EXPECT_EQ(status(950, 0.961), "pass") << "Wilson's interval of 950 in 1,000 is [0.9347, 0.9619]";
  EXPECT_EQ(status(950, 0.965), "warn");
  EXPECT_EQ(status(950, 0.99), "fail");
  EXPECT_EQ(status(950, 0.80), "warn") << "an accuracy above the claim is odd, but no error";
  EXPECT_EQ(status(1000, 1.0), "pass");
  EXPECT_EQ(status(990, 1.0), "fail");
}

TEST(CleanAccuracy, AClaimOnOtherDataLeavesTheCheckOpen) {
  EXPECT_EQ(check_claim(of_ten_classes(10, 100), {}).status, "open");
  const EvaluationCheck other = check_claim(of_ten_classes(10, 100), {0.9, "digits, not mine/"});
  EXPECT_EQ(other.status, "open");
  EXPECT_NE(other.text.find("90.00%, but of other data: digits, not mine/"), std::string::npos) << other.text;
  EXPECT_EQ(check_claim({0, 0, 0, "image"}, {0.9, ""}).status, "open");
}

}  // namespace
}  // namespace bora::attacks
