#include "tuning/trials/failures.h"

#include <gtest/gtest.h>

namespace bora::tuning {
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
  const std::string words = "exit code 2; last output: t.py: error: argument --lr: invalid int value: '0.#'";
  const auto alike = failed(10, words);
  EXPECT_EQ(
      failing_from_the_start(alike, 10),
      "the first 10 trials all failed alike: exit code 2; last output: t.py: error: argument --lr: invalid int value: '0.1'");
  EXPECT_EQ(failing_from_the_start(alike, 11), "");
  EXPECT_EQ(failing_from_the_start(alike, 0), "") << "switched off";
  EXPECT_EQ(commonest_reason(alike).trials, 10);
  auto other = alike;
  other[4].reason = "exit code 3; last output: t.py: error: argument --lr: invalid int value: '0.4'";
  EXPECT_EQ(failing_from_the_start(other, 10), "") << "another exit code";
  EXPECT_EQ(commonest_reason(other).trials, 9);
  auto value = alike;
  value[7].values = {1};
  EXPECT_EQ(failing_from_the_start(value, 9), "");
}

TEST(Failures, AreSharedWhicheverRepeatFails) {
  auto trials = failed(2, "exit code 7 (repeat 1 of 3)");
  trials[2].reason = "exit code 7 (repeat 2 of 3)";
  EXPECT_EQ(commonest_reason(trials).trials, 2);
}

TEST(Failures, AreSharedUpToTheValuesOfTheirPoints) {
  auto trials =
      failed(10, "exit code 2; last output: t.py: error: unrecognized arguments: --bas true --act=relu");
  for (auto& [number, row] : trials) {
    row.point = R"({"bias":true,"act":"relu"})";
    if (number % 2 == 0) continue;
    row.point = R"({"bias":false,"act":"leaky"})";
    row.reason = "exit code 2; last output: t.py: error: unrecognized arguments: --bas false --act=leaky";
  }
  EXPECT_NE(failing_from_the_start(trials, 10), "");
  EXPECT_EQ(commonest_reason(trials).trials, 10);
  trials[5].point = R"({"bias":true,"act":"leaky"})";
  EXPECT_EQ(failing_from_the_start(trials, 10), "") << "another word, which is no value of its point";
  // A value is not replaced within a longer word.
  auto within = failed(2, "exit code 1; last output: reluctant");
  within[1].point = R"({"act":"relu"})";
  within[2].point = R"({"act":"leaky"})";
  within[2].reason = "exit code 1; last output: leakyctant";
  EXPECT_EQ(commonest_reason(within).trials, 1);
}

// Failures that depend on the point need five times as many trials, since another point may work.
TEST(Failures, ThatDependOnThePointEndARunLater) {
  for (const char* const reason :
       {"exit code 1", "exit code 1; last output: RuntimeError: x = 0.# is infeasible",
        "'infeasible' is not a number", "'{\"loss\": 0.#}' is not a number", "not done after 10 s",
        "its last line: got nan, expected a number from -1e150 to 1e150",
        "its last line: 'infeasible' is not a number, as the rule last-line expects; other rules: json:FIELD",
        "its last line: 'constraint # violated' is not a number, as the rule last-line expects; other rules",
        "no line it printed matches 'accuracy: ([0-9.]+)'"}) {
    EXPECT_EQ(failing_from_the_start(failed(49, reason), 10), "") << reason;
    EXPECT_NE(failing_from_the_start(failed(50, reason), 10), "") << reason;
    EXPECT_EQ(first_failures(failed(49, reason)).trials, 49) << "to warn of";
  }
}

TEST(Failures, OfTheCommandAreRecognised) {
  for (const char* const reason :
       {"exit code 127; last output: sh: 1: trian: not found",
        "exit code 1; last output: ModuleNotFoundError: x",
        "exit code 2; last output: python3: can't open file 'x.py': [Errno 2] No such file or directory",
        "exit code 2; last output: t: error: unrecognized arguments: --lrr 0.#"})
    EXPECT_NE(failing_from_the_start(failed(10, reason), 10), "") << reason;
}

TEST(Failures, OfTheRuleForTheValueAreRecognised) {
  for (
      const char* const reason :
      {"'1,#23' has a thousands separator or a decimal comma, expected a number such as 1234.5",
       "field 'x' of the JSON object is the text '0.#', expected a number without quotes",
       "'77.#%' is not a number",
       "its last line: '{\"loss\": 0.#}' is not a number, as the rule last-line expects; other rules: json:FIELD",
       "nothing on standard output; standard error ends with '0.#': print it to standard output"})
    EXPECT_NE(failing_from_the_start(failed(10, reason), 10), "") << reason;
  for (const std::string line : {"time: #50 ms", "0.# s", "93.#%", "loss = 0.#"}) {
    const std::string reason = "its last line: '" + line +
                               "' is not a number, as the rule last-line expects; other rules: json:FIELD, "
                               "regex:EXPRESSION";
    EXPECT_NE(failing_from_the_start(failed(10, reason), 10), "") << reason;
    auto some = failed(20, reason);
    some[7].values = {1};
    EXPECT_EQ(failing_from_the_start(some, 10), "") << "only some fail";
  }
  auto mixed = failed(10, "field 'x' of the JSON object: '850 ms' is not a number");
  mixed[2].reason = "field 'x' of the JSON object is the text '0.5', expected a number without quotes";
  mixed[3].reason = "'1,250' has a thousands separator or a decimal comma, expected a number such as 1234.5";
  EXPECT_NE(failing_from_the_start(mixed, 10), "") << "forms may differ with the size of the number";
}

}  // namespace
}  // namespace bora::tuning
