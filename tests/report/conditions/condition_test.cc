#include "report/conditions/condition.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::report {
namespace {

TEST(Condition, IsAFigureARelationAndANumber) {
  const Condition plain = parse_condition("robust_accuracy<=0.5");
  EXPECT_EQ(plain.figure, Figure::robust_accuracy);
  EXPECT_EQ(plain.relation, Relation::at_most);
  EXPECT_EQ(plain.bound, 0.5);
  EXPECT_EQ(plain.attack, "");
  EXPECT_EQ(plain.queries, 0);
  EXPECT_EQ(plain.text, "robust_accuracy <= 0.5");

  const Condition full = parse_condition("  asr( square:p=0.1 ) @ 500 >= 20% ");
  EXPECT_EQ(full.figure, Figure::asr);
  EXPECT_EQ(full.attack, "square:p=0.1");
  EXPECT_EQ(full.queries, 500);
  EXPECT_EQ(full.relation, Relation::at_least);
  EXPECT_EQ(full.bound, 0.2);
  EXPECT_EQ(full.text, "asr(square:p=0.1)@500 >= 0.2");

  EXPECT_EQ(parse_condition("checks.failed > 0").figure, Figure::checks_failed);
  EXPECT_EQ(parse_condition("regression@100 > -0.05").bound, -0.05);
  EXPECT_EQ(parse_condition("median_queries(bo) < 50").attack, "bo");
}

TEST(Condition, ReadsBackItsOwnText) {
  for (const char* text : {"asr(bo)@500 > 0.2", "regression >= 0.05", "checks.open > 0", "asr < 0.123456789"})
    EXPECT_EQ(parse_condition(text).text, text);
}

TEST(Condition, SaysWhatIsWrong) {
  const auto refused = [](const char* text, const auto&... words) {
    testing::expect_input_error([&] { parse_condition(text); }, "--fail-if", text,
                                "; a valid form: ", words...);
  };
  refused("", "empty");
  refused("robust_acuracy < 0.5", "did you mean robust_accuracy?", "median_queries");
  refused("speed < 5", "'speed' is not a figure", "asr");
  refused("asr@ > 0.2", "not a number of queries", "asr@500");
  refused("asr@0 > 0.2", "not a number of queries");
  refused("asr@5x > 0.2", "'5x'");
  refused("asr@500(bo) > 0.2", "instead of '(bo) > 0.2'", "asr(bo)@500");
  refused("asr(bo > 0.2", "not closed");
  refused("asr() > 0.2", "names no attack");
  refused("asr == 0.2", "instead of '== 0.2'");
  refused("asr", "instead of ''");
  refused("asr > x", "'x' is not a number");
  refused("asr > nan", "not a number");
  refused("asr > 0.2 or more", "ends with 'or more'");
  refused("asr > 20", "from 0 to 1", "20% or 0.2");
  refused("robust_accuracy(bo) < 0.5", "not the figure of one attack");
  refused("clean_accuracy@5 < 0.5", "does not depend on a number of queries");
  refused("median_queries < 50%", "not a share");
  refused("checks.failed > -1", "from 0, not -1");
  // The form that is shown is valid.
  for (const char* const text : {"asr", "robust_accuracy", "clean_accuracy", "median_queries", "regression",
                                 "checks.failed", "checks.warnings", "checks.open", "nonsense"}) {
    const std::string error = testing::input_error([&] { parse_condition(text); }), intro = "a valid form: ";
    std::string form = error.substr(error.find(intro) + intro.size());
    EXPECT_NO_THROW(parse_condition(form.substr(0, form.find(" or ")))) << error;
  }
}

TEST(Condition, RefusesWhatCanNeverHold) {
  const auto refused = [](const char* text) {
    testing::expect_input_error([&] { parse_condition(text); }, "can never hold");
  };
  refused("asr > 1");
  refused("robust_accuracy < 0");
  refused("median_queries < 1");
  refused("regression > 100%");
}

TEST(Condition, RefusesAShareThatMustReachTheEndOfItsRange) {
  const auto refused = [](const char* text, const auto&... words) {
    testing::expect_input_error([&] { parse_condition(text); }, text, "can never hold", words...);
  };
  const auto* const end = "the lower end of the 95% interval of asr must reach 1";
  refused("asr(bo)@500 >= 100%", end, "below", "asr >= 0.9");
  refused("asr <= 0", "the upper end", "must reach 0", "above", "asr <= 0.1");
  refused("robust_accuracy <= 0", "the upper end", "robust_accuracy <= 0.1");
  refused("clean_accuracy >= 1", "the lower end");
  refused("regression >= 1", "the lower end", "regression >= 0.9");
  refused("regression <= -1", "must reach -1", "regression <= -0.9");
}

TEST(Condition, MayStandAtTheEndOfARangeThatIsReached) {
  for (const char* text : {"checks.failed <= 0", "median_queries <= 1", "asr >= 0", "robust_accuracy <= 1",
                           "asr < 1", "robust_accuracy > 0", "asr >= 0.999"})
    EXPECT_NO_THROW(parse_condition(text)) << text;
}

TEST(Condition, OfSeveralStandsOnceAndNoneStandsAlone) {
  EXPECT_EQ(parse_conditions({"asr > 0.2", "asr > 0.3"}).size(), 2U);
  EXPECT_TRUE(parse_conditions({"none"}).empty());
  EXPECT_TRUE(parse_conditions({}).empty());
  testing::expect_input_error([] { parse_conditions({"asr > 0.2", "asr>20%"}); }, "given twice");
  testing::expect_input_error([] { parse_conditions({"none", "asr > 0.2"}); }, "stands alone");
}

TEST(Condition, HelpNamesEveryFigure) {
  for (const auto figure :
       {Figure::asr, Figure::robust_accuracy, Figure::clean_accuracy, Figure::median_queries,
        Figure::regression, Figure::checks_failed, Figure::checks_warnings, Figure::checks_open})
    EXPECT_NE(conditions_help().find(to_string(figure)), std::string::npos) << to_string(figure);
}

}  // namespace
}  // namespace bora::report
