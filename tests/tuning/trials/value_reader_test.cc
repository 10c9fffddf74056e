#include "tuning/trials/value_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tuning {
namespace {

TEST(ValueReader, ReadsTheLastLine) {
  const ValueReader reader("last-line");
  EXPECT_EQ(reader.read("epoch 1\n0.5\n  -1.25e3 \n\n"), -1250);
  EXPECT_EQ(reader.read("+3"), 3);
  EXPECT_EQ(reader.read("\357\273\2773\r\n"), 3) << "after a byte order mark";
  const auto refused = [&](const std::string& printed) {
    return testing::input_error_or_accepted([&] { reader.read(printed); });
  };
  EXPECT_EQ(refused(""), "it printed nothing");
  EXPECT_EQ(refused("1\ndone\n"),
            "its last line: 'done' is not a number, as the rule last-line expects; other rules: json:FIELD, "
            "regex:EXPRESSION");
  EXPECT_EQ(refused("nan\n"), "its last line: got nan, expected a number from -1e150 to 1e150");
  EXPECT_EQ(refused("inf"), "its last line: got inf, expected a number from -1e150 to 1e150");
  for (const std::string number : {"1.7e308", "1e400", "-1e400"})
    EXPECT_EQ(refused(number), "its last line: got " + number + ", expected a number from -1e150 to 1e150");
  EXPECT_EQ(reader.read("1e-400"), 0);
  EXPECT_EQ(refused("0.5 0.6").find("its last line: '0.5 0.6' is not a number"), 0U);
}

TEST(ValueReader, FindsTheLastMatch) {
  EXPECT_EQ(ValueReader("regex:^([0-9.]+),").read("0.91,0.85,12"), 0.91) << "the beginning is that of a line";
  const ValueReader reader("regex:acc(?:uracy)?: ([0-9.]+)");
  EXPECT_EQ(reader.read("acc: 0.5\naccuracy: 0.75 acc: 0.8\nbye\n"), 0.8);
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("none"); }),
            "no line it printed matches 'acc(?:uracy)?: ([0-9.]+)'");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("acc: ..."); }), "'...' is not a number");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read(std::string(1000000, 'a')); }).find("no line"),
            0u)
      << "long lines are survived";
}

// A shorter match would be another value: 9.8 instead of 9.8e-05.
TEST(ValueReader, RefusesAMatchOfAPartOfANumber) {
  const auto read = [](const std::string& expression, const std::string& printed) {
    return testing::input_error_or_accepted([&] { ValueReader("regex:" + expression).read(printed); });
  };
  EXPECT_EQ(
      read("loss: ([0-9.]+)", "loss: 9.8e-05"),
      "'loss: ([0-9.]+)' matches only '9.8' in 'loss: 9.8e-05', where the number may be longer; if it is not, "
      "name the character beside it in the expression");
  for (const auto& [expression, printed] :
       std::vector<std::pair<std::string, std::string>>{{"([0-9.]+)", "score -0.5"},
                                                        {"([0-9.]+)", "score=-.5"},
                                                        {"([0-9.]+)", "1e-05"},
                                                        {"acc.*([0-9.]+)", "acc: 0.25"},
                                                        {"acc[^0-9]*([0-9.]+)", "acc: -0.25"},
                                                        {"acc: ([0-9.]+?)", "acc: 0.25"},
                                                        {"acc: ([0-9])", "acc: 12"},
                                                        {"[0-9]+", "0.25"},
                                                        {"loss: ([0-9.]+)", "loss: 1,001.12"},
                                                        {"([0-9.]+)", "loss: 1,001.12"},
                                                        {"([0-9.]+)", "loss: 12,001,345"},
                                                        {"loss: ([0-9.]+)", "loss: 1_001"},
                                                        {"([0-9]+)", "1'001"},
                                                        {"([0-9.]+)", "acc: 0,5000"},
                                                        {"acc: (.)", "acc: 0,5000"},
                                                        {"([0-9.]+)", "150.6k"},
                                                        {"rate: ([0-9.]+)", "rate: 2M per day"},
                                                        {"time: ([0-9.]+)", "time: 0:03:12.5"},
                                                        {"([0-9.]+)", "0:03:12.5"}})
    EXPECT_NE(read(expression, printed).find("matches only"), std::string::npos) << expression;
  EXPECT_EQ(read("loss: ([0-9.]+)", "loss: 9.8e-05\nloss: 0.5"), "accepted") << "the last match counts";
  for (const auto& [expression, printed] :
       std::vector<std::pair<std::string, std::string>>{{"val-([0-9.]+)", "model-val-0.5 saved"},
                                                        {"([0-9.]+)", "epoch3-0.5"},
                                                        {"score: -([0-9.]+)", "score: -0.5"},
                                                        {"([0-9]+)\\.[0-9]+%", "93.7%"},
                                                        {"([0-9]\\.[0-9]{2})", "0.9312"},
                                                        {"acc: ([0-9.e-]+)", "acc: 9.8e-05"},
                                                        {"([0-9.]+)", "(0.5, 0.7)"},
                                                        {"([0-9.]+)", "3,0.7"},
                                                        {",([0-9]+)", "3,17"},
                                                        {"^([0-9]+),", "3,17"},
                                                        {"([0-9.]+)", "[1,2,3]"},
                                                        {"([0-9.]+)k", "150.6k"},
                                                        {"([0-9]+):", "epoch 3:12"},
                                                        {"epoch [0-9]+:([0-9.]+)", "epoch 3:0.5"},
                                                        {"loss: ([0-9.]+)", "12:03:59 loss: 0.5: saved"},
                                                        {"([0-9.]+)", "run_12_500"},
                                                        {"([0-9.]+)", "0.7Mbit"},
                                                        {"([0-9.]+)", "0.7sec"}})
    EXPECT_EQ(read(expression, printed), "accepted") << expression;
}

// Values from 1,000 on would fail alone, so the reason names the separator.
TEST(ValueReader, NamesAThousandsSeparator) {
  const auto refused = [](const std::string& rule, const std::string& printed) {
    const std::string reason = testing::input_error_or_accepted([&] { ValueReader(rule).read(printed); });
    EXPECT_EQ(names_thousands(reason), reason.find("thousands") != std::string::npos);
    return reason;
  };
  EXPECT_EQ(refused("last-line", "1,234.5\n"),
            "its last line: '1,234.5' has a thousands separator or a decimal comma, expected a number "
            "such as 1234.5");
  EXPECT_EQ(refused("regex:loss: ([0-9.]+)", "loss: 1,001.12 at the end"),
            "'loss: ([0-9.]+)' matches only '1' in 'loss: 1,001.12 at the end', which has a thousands "
            "separator or a decimal comma, expected a number such as 1234.5");
  EXPECT_EQ(refused("regex:loss: ([0-9.,]+)", "loss: -1,234,567"),
            "no line it printed matches 'loss: ([0-9.,]+)'");
  EXPECT_EQ(refused("regex:loss: ([-0-9.,]+)", "loss: -1,234,567"),
            "'-1,234,567' has a thousands separator or a decimal comma, expected a number such as 1234.5");
  EXPECT_EQ(
      refused("json:x", "{\"x\": \"12'345 ms\"}"),
      "field 'x' of the JSON object: '12'345 ms' has a thousands separator or a decimal comma, expected a "
      "number such as 1234.5");
  for (const char* const other : {"0,500", "1,23", "1234,567", "1,2345", "1,234,56", "loss"})
    EXPECT_NE(refused("last-line", other).find("is not a number"), std::string::npos) << other;
}

// "loss:" is also the end of "val_loss:", another quantity.
TEST(ValueReader, NotesAMatchInsideAWord) {
  const auto note = [](const std::string& expression, const std::string& printed) {
    return ValueReader("regex:" + expression).read_with_unit(printed).note;
  };
  const std::string line = "epoch 1 loss: 0.0506 val_loss: 0.9494";
  EXPECT_EQ(
      note("loss: ([0-9.]+)", line),
      "'loss: 0.9494' begins inside the word val_loss; begin the expression with \\b, or with the whole word");
  EXPECT_EQ(ValueReader(R"(regex:\bloss: ([0-9.]+))").read(line), 0.0506);
  EXPECT_EQ(note("uracy=([0-9.]+)", "accuracy=0.5").find("'uracy=0.5' begins inside the word accuracy;"), 0U);
  for (const auto& [expression, printed] :
       std::vector<std::pair<std::string, std::string>>{{R"(\bloss: ([0-9.]+))", line},
                                                        {"val_loss: ([0-9.]+)", line},
                                                        {"loss: ([0-9.]+)", "val_loss: 1\nloss: 0.5"},
                                                        {"loss: ([0-9.]+)", "val-loss: 1"},
                                                        {": ([0-9.]+)", line},
                                                        {"([0-9.]+)", "epoch3"},
                                                        {"[0-9]+$", "epoch3"}})
    EXPECT_EQ(note(expression, printed), "") << expression;
}

// A training that diverges prints numbers before nan.
TEST(ValueReader, TakesALaterNanForTheLastMatch) {
  const auto read = [](const std::string& expression, const std::string& printed) {
    return testing::input_error_or_accepted([&] { ValueReader("regex:" + expression).read(printed); });
  };
  for (const char* expression :
       {"loss: ([0-9.]+)", "(?:los|x)s: ([0-9.]+(?:e-?[0-9]+)?)", "los[s(]: ([^a-z]+)"})
    for (const char* word : {"nan", "NaN", "-inf", "Infinity"})
      EXPECT_EQ(read(expression, fmt::format("loss: 0.5\nloss: {} after epoch 2\nbye", word)),
                fmt::format("got {}, expected a number from -1e150 to 1e150", word))
          << expression;
  EXPECT_EQ(read("loss: ([0-9.]+)", "loss: nan\nloss: 0.5\nnan"), "accepted");
  EXPECT_EQ(read("loss: ([0-9.]+)", "loss: 0.5\nloss: information"), "accepted");
  EXPECT_EQ(read("([0-9.]+)", "0.5\nnan"), "accepted") << "nan may belong to any text";
}

// A backtracking matcher would take exponential time for these expressions; empty matches end, too.
TEST(ValueReader, MatchesInLinearTime) {
  EXPECT_NE(testing::input_error_or_accepted([] {
              ValueReader("regex:(a|aa)+$").read(std::string(60, 'a') + "b");
            }).find("no line"),
            std::string::npos);
  EXPECT_EQ(ValueReader("regex:(?:a|b)*([0-9.]+)$").read(std::string(2000000, 'a') + "7"), 7);
  EXPECT_NE(testing::input_error_or_accepted([] { ValueReader("regex:x*").read("abc"); }), "accepted");
  EXPECT_EQ(ValueReader("regex:[0-9]+").read("1 22 333"), 333);
  EXPECT_EQ(testing::input_error_or_accepted([] { ValueReader("regex:none|acc ([0-9.]+)").read("none"); }),
            "'' is not a number")
      << "a group without a match";
}

TEST(ValueReader, ReadsAFieldOfJson) {
  const ValueReader reader("json:test.loss");
  EXPECT_EQ(reader.read("hello\n{\"test\": {\"loss\": 0.25}}\n"), 0.25);
  EXPECT_EQ(reader.read("{}\n{\n  \"other\": {\n\"x\": 1},\n  \"test\": {\n    \"loss\": -3\n  }\n}\n"), -3);
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("{\"test\": 3}"); }),
            "the JSON object it ends with has no field 'test.loss'");
  EXPECT_EQ(testing::input_error_or_accepted(
                [&] { reader.read("{\"other\": {\"a\": 1}, \"test\": {\"error\": 1, \"n\": 2}}"); }),
            "the JSON object it ends with has no field 'test.loss' beside error, n");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("{\"test\": {\"loss\": \"x\"}}"); }),
            "field 'test.loss' of the JSON object: 'x' is not a number");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("{\"test\": {\"loss\": \" 0.93\"}}"); }),
            "field 'test.loss' of the JSON object is the text ' 0.93', expected a number without quotes");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("{\"test\": {\"loss\": \"nan\"}}"); }),
            "field 'test.loss' of the JSON object: 'nan' is not a number");
  EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read("{\"test\": {\"loss\": [1]}}"); }),
            "field 'test.loss' of the JSON object is not a number");
  for (const char* text : {"0.25", "{\"test\": {\"loss\": 1}}\nbye", "a {\"test\": {\"loss\": 1}}"})
    EXPECT_EQ(testing::input_error_or_accepted([&] { reader.read(text); }),
              "what it printed does not end with a JSON object that begins a line");
}

// Python's json module writes NaN and Infinity, which are not valid JSON.
TEST(ValueReader, NamesNumbersThatAreNotFinite) {
  const ValueReader reader("json:loss");
  const auto refused = [&](const std::string& printed) {
    return testing::input_error_or_accepted([&] { reader.read(printed); });
  };
  for (const char* word : {"NaN", "Infinity", "-Infinity", "nan", "inf", "-inf", "1e999"})
    EXPECT_EQ(refused("say \"\n{\"a\": \"NaN\", \"loss\": " + std::string(word) + "}"),
              "field 'loss' of the JSON object is " + std::string(word) + ", expected a finite number");
  EXPECT_EQ(refused("{\"loss\": null}"), "field 'loss' of the JSON object is null, expected a finite number");
  EXPECT_EQ(reader.read("{\"other\": [NaN, -Infinity], \"loss\": -2.5e-1, \"text\": \"a \\\" NaN\"}"), -0.25);
}

TEST(ValueReader, RefusesOtherRules) {
  for (const char* rule : {"first-line", "regex:", "json", "json:"})
    EXPECT_NE(testing::input_error_or_accepted([&] {
                ValueReader reader(rule);
              }).find("not one of last-line, regex:EXPRESSION, json:FIELD"),
              std::string::npos)
        << rule;
  EXPECT_NE(testing::input_error_or_accepted([] {
              ValueReader reader("regex:(");
            }).find("value: '(' is not a regular expression"),
            std::string::npos);
}

TEST(ValueReader, GivesUpOnManyObjectsThatDoNotEnd) {
  std::string printed;
  for (int i = 0; i < 500'000; ++i) printed += "{\"a\":\n";
  EXPECT_EQ(testing::input_error_or_accepted([&] { ValueReader("json:a").read(printed); }),
            "what it printed does not end with a JSON object that begins a line");
}

}  // namespace
}  // namespace bora::tuning
