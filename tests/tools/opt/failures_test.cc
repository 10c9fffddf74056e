#include "tools/opt/failures.h"

#include <gtest/gtest.h>

namespace bora {
namespace {

std::map<std::int64_t, TrialRow> failed(int count, const std::string& reason) {
  std::map<std::int64_t, TrialRow> trials;
  for (int number = 1; number <= count; ++number) {
    TrialRow row;
    row.number = number;
    row.status = "failed";
    row.reason = reason;
    row.told = number;
    if (const auto at = row.reason.find('#'); at != std::string::npos)
      row.reason.replace(at, 1, std::to_string(number));
    trials[number] = row;
  }
  return trials;
}

TEST(Failures, AreSharedUpToTheNumbersInThem) {
  const auto alike = failed(10, "exit code 2; its last words: lr 0.# is too large");
  EXPECT_EQ(failing_from_the_start(alike, 10),
            "the first 10 trials all failed alike: exit code 2; its last words: lr 0.1 is too large");
  EXPECT_EQ(failing_from_the_start(alike, 11), "");
  EXPECT_EQ(failing_from_the_start(alike, 0), "") << "switched off";
  EXPECT_EQ(commonest_reason(alike).trials, 10);
  auto other = alike;
  other[4].reason = "exit code 3; its last words: lr 0.4 is too large";
  EXPECT_EQ(failing_from_the_start(other, 10), "") << "another exit code";
  EXPECT_EQ(commonest_reason(other).trials, 9);
  auto value = alike;
  value[7].values = {1};
  EXPECT_EQ(failing_from_the_start(value, 9), "");
}

// Where most of a space cannot be evaluated, programs end without a word.
TEST(Failures, WithoutAWordAreBorneForLonger) {
  EXPECT_EQ(failing_from_the_start(failed(29, "exit code 1"), 10), "");
  EXPECT_NE(failing_from_the_start(failed(30, "exit code 1"), 10), "");
}

}  // namespace
}  // namespace bora
