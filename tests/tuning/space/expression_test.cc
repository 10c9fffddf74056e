#include "tuning/space/expression.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tuning {
namespace {

const std::vector<std::string> kParameterNames{"act", "width", "lr"};
const std::string kExample = "width * depth <= 64 && act == 'relu'", kForm = "; a valid form: " + kExample;

bool holds(const std::string& text, const Assignment& values, bool otherwise = false) {
  return Expression(text, kParameterNames, "here").holds(values, otherwise);
}

TEST(Expression, ComparesTextsAndNumbers) {
  const Assignment values{std::string("relu"), std::int64_t{8}, 0.01};
  EXPECT_TRUE(holds("act == 'relu'", values));
  EXPECT_TRUE(holds("act == \"relu\" && width < 9", values));
  EXPECT_FALSE(holds("act != 'relu' || lr > 1", values));
  EXPECT_TRUE(holds("width * width <= 64", values));
}

TEST(Expression, HasNegationAndRemainder) {
  const Assignment values{std::string("relu"), std::int64_t{8}, 0.01};
  EXPECT_TRUE(holds("!(act == 'tanh')", values));
  EXPECT_FALSE(holds("!(act == 'relu') || !(width < 9)", values));
  EXPECT_TRUE(holds("width % 3 == 2 && width != 3 && !(!(lr < 1))", values));
  EXPECT_TRUE(holds("width + width % 3 * 2 == 12", values)) << "as a product";
  EXPECT_FALSE(holds("width % 0 == 0", values));
  EXPECT_TRUE(holds("!act", {std::string("false"), std::nullopt, std::nullopt}))
      << "true and false are texts";
  EXPECT_FALSE(holds("!act || !true", {std::string("true"), std::nullopt, std::nullopt}));
  for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
           {"act % 2 == 1", "between numbers"},
           {"!width", "true or false"},
           {"act == 'relu", "the text that begins with 'relu has no end"}})
    EXPECT_NE(testing::input_error_or_accepted([&] { holds(text, values); }).find(says), std::string::npos)
        << text;
}

TEST(Expression, ErrorsShowAValidForm) {
  const std::vector<std::string> names{"act", "width", "depth"};
  const Assignment values{std::string("relu"), std::int64_t{8}, std::int64_t{8}};
  EXPECT_TRUE(Expression(kExample, names, "here").holds(values, false));
  for (const char* const text : {"width = 8", "&& width < 9", "width <", "height < 9", "act", "width",
                                 "act + 1 < 2", "root(width) < 3"})
    EXPECT_TRUE(
        testing::input_error([&] { Expression(text, names, "here").holds(values, false); }).ends_with(kForm))
        << text;
  EXPECT_TRUE(testing::input_error([&] {
                Expression("width", names, "--fail-if", "best > 1").holds(values, false);
              }).ends_with("; a valid form: best > 1"));
}

TEST(Expression, AcceptsBooleanParametersAsConditions) {
  const Assignment values{std::string("true"), std::int64_t{8}, 0.01};
  for (const char* const text : {"act", "act && width < 9", "width > 9 || act",
                                 "(act || width > 9) && lr < 1", "width > 9 || (width < 9 && act)",
                                 "act ? width == 8 : width == 9", "!act || act", "act == true && true"})
    EXPECT_TRUE(holds(text, values)) << text;
  for (const char* const text : {"!act", "act && width > 9", "act && false"})
    EXPECT_FALSE(holds(text, values)) << text;
  EXPECT_FALSE(holds("act || width > 9", {std::string("false"), std::int64_t{8}, 0.01}));
  EXPECT_NE(testing::input_error_or_accepted([&] { holds("width || act", values); }).find("true or false"),
            std::string::npos);
}

// Parameters may have the names of constants, units and functions of the language.
TEST(Expression, AllowsNamesOfTheLanguageForParameters) {
  const std::vector<std::string> names{"k", "m", "e", "pi", "exp", "min", "size", "abs"};
  const Assignment ones(names.size(), ParameterValue(1.0));
  for (const std::string& name : names)
    EXPECT_TRUE(Expression(name + " == 1", names, "here").holds(ones, false)) << name;
  EXPECT_TRUE(
      Expression("min(k, 3) == 1 && abs(-2) == 2 && 'pi' == \"pi\"", names, "here").holds(ones, false));
}

// One object is evaluated with several values.
TEST(Expression, IsEvaluatedWithTheGivenValues) {
  const Expression even("width == 2 || act == 'x'", kParameterNames, "here");
  EXPECT_FALSE(even.holds({std::string("y"), std::int64_t{1}, 0.0}, false));
  EXPECT_TRUE(even.holds({std::string("x"), std::int64_t{1}, 0.0}, false));
  EXPECT_TRUE(even.holds({std::string("y"), std::int64_t{2}, 0.0}, false));
  EXPECT_EQ(even.mentioned().size(), 2u);
}

TEST(Expression, ReturnsOtherwiseIfAValueIsMissing) {
  EXPECT_TRUE(holds("width < 3", {std::nullopt, std::nullopt, std::nullopt}, true));
  EXPECT_FALSE(holds("width < 3", {std::nullopt, std::nullopt, std::nullopt}, false));
  EXPECT_TRUE(holds("lr < 3", {std::nullopt, std::nullopt, 1.0}, false));
}

TEST(Expression, SaysWhatTheParserDoesNotUnderstand) {
  const auto refusal = [](const std::string& text) {
    return testing::input_error_or_accepted([&] { Expression(text, kParameterNames, "here"); });
  };
  EXPECT_EQ(refusal("width < floor(3)"),
            "here: 'width < floor(3)' cannot be understood: there is no function floor" + kForm);
  // Messages have neither the prefix of names nor positions in the translated expression.
  EXPECT_EQ(refusal("width lr < 3"),
            "here: 'width lr < 3' cannot be understood: Unexpected variable \"lr\"" + kForm);
  EXPECT_EQ(refusal("width < "),
            "here: 'width < ' cannot be understood: Unexpected end of expression" + kForm);
}

// The parser accepts them and then reads outside its memory.
TEST(Expression, RefusesLogicalOperatorsInARow) {
  const Assignment values{std::string("relu"), std::int64_t{8}, 0.01};
  for (const std::string text :
       {"width > 3 && && width < 5", "width > 3 &&and !(width < 5)", "width > 3 || or lr > 1", "and lr > 1",
        "(&& lr > 1)", "width > 3and and lr > 1", "width > 3 andand lr > 1", "width > 3 orand lr > 1",
        "\xe4 && && lr > 1", "act == 'relu' and || lr > 1"})
    EXPECT_NE(testing::input_error_or_accepted([&] { holds(text, values); }).find("cannot be understood"),
              std::string::npos)
        << text;
  EXPECT_TRUE(holds("width > 3 and act != 'and and' && (lr > 1 or lr < 1)", values));
  EXPECT_TRUE(Expression("or && !(and)", {"and", "or"}, "here")
                  .holds({std::string("false"), std::string("true")}, false));
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_NE(testing::input_error_or_accepted([] {
              Expression("width = 3", kParameterNames, "s.toml: a.when");
            }).find("has a single ="),
            std::string::npos);
  EXPECT_EQ(testing::input_error_or_accepted(
                [] { Expression("widt < 3", kParameterNames, "s.toml: constraints"); }),
            "s.toml: constraints: 'widt < 3' refers to 'widt', expected names among act, width, lr (did you "
            "mean width?)" +
                kForm);
  EXPECT_NE(testing::input_error_or_accepted([] {
              Expression("width < ", kParameterNames, "here");
            }).find("here: 'width < ' cannot be understood"),
            std::string::npos);
  EXPECT_NE(testing::input_error_or_accepted([] {
              holds("width + 1", {std::nullopt, std::int64_t{1}, std::nullopt});
            }).find("expected what is true or false"),
            std::string::npos);
  EXPECT_NE(testing::input_error_or_accepted([] {
              holds("act < 3", {std::string("a"), std::int64_t{1}, std::nullopt});
            }).find("here: 'act < 3' cannot be evaluated"),
            std::string::npos);
}

}  // namespace
}  // namespace bora::tuning
