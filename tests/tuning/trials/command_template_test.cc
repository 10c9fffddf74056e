#include "tuning/trials/command_template.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tuning {
namespace {

ParameterSpace space() {
  ParameterRules rules;
  rules.active = [](std::size_t i, const Assignment& before) {
    return i != 2 || to_text(*before[1]) == "leaky";
  };
  return ParameterSpace(
      {{"lr", Parameter::Kind::log, 1e-5, 1, {}},
       {"act", Parameter::Kind::categorical, 0, 0, {std::string("relu"), std::string("leaky")}},
       {"slope", Parameter::Kind::real, 0, 1, {}}},
      rules);
}

const Assignment kRelu{0.01, std::string("relu"), std::nullopt};
using Words = std::vector<std::string>;

TEST(CommandTemplate, FillsBracesAnywhereInAWord) {
  const CommandTemplate command(
      {"run", "--lr={lr}", "{act}-{act}", "{slope}", "{other} {", "{trial}", "{repeat}", "{folder}/log"},
      space());
  EXPECT_TRUE(command.names_parameters());
  EXPECT_EQ(command.filled(kRelu, 7, "/t", 3),
            (Words{"run", "--lr=0.01", "relu-relu", "", "{other} {", "7", "3", "/t/log"}));
  const auto variables = command.environment(kRelu, 7, "/t", 3);
  ASSERT_EQ(variables.size(), 3u) << "parameters are in the command already";
  EXPECT_EQ(variables[0].second, "7");
  EXPECT_EQ(variables[1], (std::pair<std::string, std::string>("BORA_REPEAT", "3")));
}

TEST(CommandTemplate, KeepsADollarThatBelongsToAValue) {
  const ParameterSpace ends(
      {{"begin", Parameter::Kind::categorical, 0, 0, {std::string("^"), std::string("$")}},
       {"end", Parameter::Kind::categorical, 0, 0, {std::string("a"), std::string("b")}}});
  const CommandTemplate command({"run", "{begin}{end}", "${begin}${end}"}, ends);
  EXPECT_EQ(command.filled({std::string("$"), std::string("a")}, 1, "/t"), (Words{"run", "$a", "$a"}));
}

// An option is left out with its value, since argparse refuses --slope without a number.
TEST(CommandTemplate, LeavesOutTheOptionOfAnInactiveParameter) {
  const auto filled = [](const Words& words, const Assignment& values) {
    return CommandTemplate(words, space()).filled(values, 7, "/t");
  };
  const Assignment leaky{0.01, std::string("leaky"), 0.5};
  EXPECT_EQ(filled({"run", "--slope", "{slope}", "--lr", "{lr}"}, kRelu), (Words{"run", "--lr", "0.01"}));
  EXPECT_EQ(filled({"run", "--slope", "{slope}", "--lr", "{lr}"}, leaky),
            (Words{"run", "--slope", "0.5", "--lr", "0.01"}));
  EXPECT_EQ(filled({"run", "-s", "{slope}", "{lr}"}, kRelu), (Words{"run", "0.01"}));
  EXPECT_EQ(filled({"sh", "-c", "for l in 1; do run ${lr} ${l}; done"}, kRelu),
            (Words{"sh", "-c", "for l in 1; do run 0.01 ${l}; done"}));
  EXPECT_EQ(filled({"sh", "-c", "run ${trial} ${repeat} > ${folder}/log"}, kRelu),
            (Words{"sh", "-c", "run 7 1 > /t/log"}));
  EXPECT_EQ(filled({"run", "--slope={slope}", "-s{slope}", "model.slope={slope}", "{lr}"}, kRelu),
            (Words{"run", "0.01"}));
  EXPECT_EQ(filled({"run", "--pair", "{slope}", "{slope}", "--x"}, kRelu), (Words{"run", "--x"}));
  EXPECT_EQ(filled({"sh", "-c", "t --lr {lr} --slope {slope} --s=\"{slope}\"; echo '{slope}'"}, kRelu),
            (Words{"sh", "-c", "t --lr 0.01; echo ''"}));
  EXPECT_EQ(filled({"run", "--", "{slope}", "{lr}"}, kRelu), (Words{"run", "--", "", "0.01"}))
      << "places of words without an option stay";
  EXPECT_EQ(testing::input_error_or_accepted([&] {
              filled({"{slope}", "{lr}"}, kRelu);
            }),
            "the command begins with '{slope}', which means nothing in trial 7: no program is left to run");
}

TEST(CommandTemplate, RefusesMisspeltNames) {
  EXPECT_EQ(testing::input_error_or_accepted([] {
              CommandTemplate({"run", "{lr}", "{slop}"}, space());
            }),
            "the command names '{slop}', which is not a parameter; did you mean '{slope}'?");
  EXPECT_NE(testing::input_error_or_accepted([] {
              CommandTemplate({"run", "{slop}"}, space());
            }).find("did you mean '{slope}'?"),
            std::string::npos)
      << "a command that names no parameter rightly";
  EXPECT_EQ(CommandTemplate({"run", "{lr}", "{print}"}, space()).unnamed(), (Words{"act", "slope"}));
  const ParameterSpace short_name({{"x", Parameter::Kind::real, 0, 1, {}}});
  EXPECT_NO_THROW(CommandTemplate({"grep", "[0-9]{4} a{2,}", "{x}"}, short_name));
  const ParameterSpace path({{"PATH", Parameter::Kind::real, 0, 1, {}}});
  EXPECT_EQ(testing::input_error_or_accepted([&] { CommandTemplate({"run"}, path); }),
            "parameter 'PATH': the environment has a variable of that name; let the command name it, {PATH}");
  EXPECT_EQ(testing::input_error_or_accepted([&] { CommandTemplate({"run", "{PATH}"}, path); }), "accepted");
}

TEST(CommandTemplate, PassesThePointByTheEnvironmentIfNoParameterIsNamed) {
  const CommandTemplate command({"run", "{trial}"}, space());
  EXPECT_FALSE(command.names_parameters());
  const auto variables = command.environment(kRelu, 7, "/t");
  ASSERT_EQ(variables.size(), 5u);
  EXPECT_EQ(variables[4], (std::pair<std::string, std::string>("act", "relu")));
  EXPECT_EQ(to_json(space(), kRelu), R"({"lr":0.01,"act":"relu"})");
  EXPECT_NE(testing::input_error_or_accepted([] { CommandTemplate({}, space()); }).find("no command"),
            std::string::npos);
}

// JSON values keep their types: the text "false" would be true in Python.
TEST(CommandTemplate, ValuesKeepTheirTypes) {
  const ParameterSpace typed(
      {{"flag", Parameter::Kind::categorical, 0, 0, {true, false}},
       {"text", Parameter::Kind::categorical, 0, 0, {std::string("true"), std::string("8")}},
       {"number", Parameter::Kind::ordinal, 0, 0, {std::int64_t{1}, 2.0, 2.5}},
       {"real", Parameter::Kind::real, 0, 2, {}},
       {"count", Parameter::Kind::integer, 0, 2, {}}});
  EXPECT_EQ(to_json(typed, {false, std::string("8"), 2.0, 1.0, std::int64_t{1}}),
            R"({"flag":false,"text":"8","number":2.0,"real":1.0,"count":1})");
  EXPECT_EQ(to_json(typed, {true, std::string("true"), std::int64_t{1}, 0.5, std::int64_t{0}}),
            R"({"flag":true,"text":"true","number":1,"real":0.5,"count":0})");
  const CommandTemplate command({"run", "{flag}", "{number}"}, typed);
  EXPECT_EQ(command.filled({false, std::string("8"), 2.0, 1.0, std::int64_t{1}}, 1, "/t"),
            (Words{"run", "false", "2"}));
}

}  // namespace
}  // namespace bora::tuning
