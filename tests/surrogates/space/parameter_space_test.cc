#include "surrogates/space/parameter_space.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::surrogates {
namespace {

using Kind = Parameter::Kind;

Parameter number(const std::string& name, Kind kind, double lower, double upper) {
  return {name, kind, lower, upper, {}};
}

// A slope that is active with leaky units only, and a product that is bounded.
ParameterSpace network() {
  std::vector<Parameter> parameters{
      number("lr", Kind::log, 1e-5, 1e-1),
      {"act", Kind::categorical, 0, 0, {std::string("relu"), std::string("leaky"), std::string("tanh")}},
      number("slope", Kind::real, 0, 1),
      number("width", Kind::integer, 1, 64),
      {"depth", Kind::ordinal, 0, 0, {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}}}};
  ParameterRules rules;
  rules.active = [](std::size_t i, const Assignment& before) {
    return i != 2 || std::get<std::string>(*before[1]) == "leaky";
  };
  rules.allows = [](const Assignment& values) {
    return std::get<std::int64_t>(*values[3]) * std::get<std::int64_t>(*values[4]) <= 128;
  };
  return ParameterSpace(parameters, rules);
}

TEST(ParameterSpace, DrawsAssignmentsThatReadBackAsTheSamePoint) {
  const ParameterSpace space = network();
  Rng rng(1);
  std::set<std::string> acts;
  for (int n = 0; n < 500; ++n) {
    const Eigen::VectorXd point = space.space().sample(rng);
    const Assignment values = space.assignment(point);
    EXPECT_EQ(values[2].has_value(), to_text(*values[1]) == "leaky");
    EXPECT_LE(std::get<std::int64_t>(*values[3]) * std::get<std::int64_t>(*values[4]), 128);
    const double lr = std::get<double>(*values[0]);
    EXPECT_TRUE(lr >= 1e-5 && lr <= 1e-1);
    acts.insert(to_text(*values[1]));
    Assignment read(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i]) read[i] = space.parse(i, to_text(*values[i]));
    EXPECT_EQ(read, values);
    EXPECT_LT((space.point(read) - point).norm(), 1e-9);
    EXPECT_NO_THROW(space.space().check(space.point(read)));
  }
  EXPECT_EQ(acts.size(), 3u);
}

// Values of a CSV that another program wrote.
TEST(ParameterSpace, ReadsListedNumbersAsNumbers) {
  const ParameterSpace space(
      {{"batch", Kind::ordinal, 0, 0, {std::int64_t{16}, std::int64_t{32}}},
       {"rate", Kind::categorical, 0, 0, {0.5, std::string("32"), std::string("auto")}}});
  EXPECT_EQ(space.parse(0, "32.0"), ParameterValue(std::int64_t{32}));
  EXPECT_EQ(space.parse(0, "1.6e1"), ParameterValue(std::int64_t{16}));
  EXPECT_EQ(space.parse(1, "0.50"), ParameterValue(0.5));
  EXPECT_EQ(space.parse(1, "auto"), ParameterValue(std::string("auto")));
  for (const char* text : {"33", "32.5", "32.0x", "nan", "inf", ""})
    EXPECT_THROW(space.parse(0, text), InputError) << text;
  EXPECT_THROW(space.parse(1, "32.0"), InputError) << "a text stays one";
}

// As pandas writes them.
TEST(ParameterSpace, TruthsAreNoTexts) {
  const ParameterSpace space({{"flag", Kind::categorical, 0, 0, {true, false}}});
  EXPECT_EQ(space.assignment(space.point({true}))[0], ParameterValue(true));
  EXPECT_EQ(to_text(ParameterValue(false)), "false");
  for (const char* text : {"false", "False", "FALSE"}) EXPECT_EQ(space.parse(0, text), ParameterValue(false));
  EXPECT_EQ(space.parse(0, "True"), ParameterValue(true));
  for (const char* text : {"0", "1", "fAlse", "no", ""})
    EXPECT_THROW(space.parse(0, text), InputError) << text;
  const ParameterSpace texts({{"t", Kind::categorical, 0, 0, {std::string("true"), std::string("false")}}});
  EXPECT_EQ(texts.parse(0, "true"), ParameterValue(std::string("true")));
}

TEST(ParameterSpace, FrozenParametersKeepTheirValues) {
  const ParameterSpace space({number("a", Kind::real, 0.3, 0.3),
                              number("n", Kind::integer, 7, 7),
                              number("x", Kind::real, 0, 1),
                              number("l", Kind::log, 1e-3, 1e-3),
                              {"act", Kind::categorical, 0, 0, {std::string("relu")}},
                              {"o", Kind::ordinal, 0, 0, {std::int64_t{3}}}});
  EXPECT_EQ(space.space().dimension(), 1);
  const Assignment values{0.3, std::int64_t{7}, 0.25, 1e-3, std::string("relu"), std::int64_t{3}};
  EXPECT_EQ(space.assignment(space.point(values)), values);
  EXPECT_FALSE(space.changed(space.point(values), 0, 0.3)) << "there is no other value";
  auto other = values;
  other[1] = std::int64_t{8};
  EXPECT_THROW(space.point(other), InputError);
}

TEST(ParameterSpace, WholeNumbersMayBeSearchedByTheirLogarithm) {
  const ParameterSpace space({number("n", Kind::log_integer, 1, 4096)});
  Rng rng(1);
  int small = 0;
  constexpr int kDraws = 2000;
  for (int i = 0; i < kDraws; ++i) {
    const Eigen::VectorXd point = space.space().sample(rng);
    const auto n = std::get<std::int64_t>(*space.assignment(point)[0]);
    EXPECT_TRUE(n >= 1 && n <= 4096) << n;
    EXPECT_EQ(space.point({n}), point) << n;
    small += n <= 64 ? 1 : 0;
    for (const Eigen::VectorXd& near : space.space().neighbours(point, 3, rng)) {
      EXPECT_NO_THROW(space.space().check(near));
      EXPECT_NE(near, point);
    }
  }
  EXPECT_NEAR(small, kDraws * std::log(64.5 / 0.5) / std::log(4096.5 / 0.5), 100);
  for (const std::int64_t n : {1, 2, 4095, 4096})
    EXPECT_EQ(space.assignment(space.point({n}))[0], ParameterValue(n));
  EXPECT_THROW(space.point({2.5}), InputError);
  EXPECT_THROW(space.point({std::int64_t{4097}}), InputError);
  EXPECT_EQ(std::get<std::int64_t>(*space.assignment(space.space().lower())[0]), 1);
  EXPECT_EQ(std::get<std::int64_t>(*space.assignment(space.space().upper())[0]), 4096);
}

TEST(ParameterSpace, WhatMeansNothingHasOnePlace) {
  const ParameterSpace space = network();
  Rng rng(2);
  std::set<std::string> keys;
  const Assignment relu{0.01, std::string("relu"), std::nullopt, std::int64_t{8}, std::int64_t{2}};
  const Eigen::VectorXd at = space.point(relu);
  for (const Eigen::VectorXd& near : space.space().neighbours(at, 200, rng)) EXPECT_NE(near, at);
  Eigen::VectorXd moved = at;
  moved[2] = 0.9;  // the slope: first the category, then lr, slope, width, depth
  EXPECT_EQ(space.space().settled(moved), at);
}

TEST(ParameterSpace, ReachesBoundsExactly) {
  const ParameterSpace space({number("a", Kind::log, 1e-6, 0.3)});
  EXPECT_EQ(space.assignment(space.space().lower())[0], ParameterValue(1e-6));
  EXPECT_EQ(space.assignment(space.space().upper())[0], ParameterValue(0.3));
  for (const double value : {1e-5, 0.001, 0.01, 0.1, 0.12345})
    EXPECT_EQ(space.assignment(space.point({value}))[0], ParameterValue(value)) << "comes back as it was";
}

TEST(ParameterSpace, ChangesOneParameterAndWhatHangsOnIt) {
  const ParameterSpace space = network();
  const Assignment leaky{0.01, std::string("leaky"), 0.9, std::int64_t{8}, std::int64_t{2}};
  const Eigen::VectorXd at = space.point(leaky);
  const auto relu = space.changed(at, 1, std::string("relu"));
  ASSERT_TRUE(relu);
  EXPECT_EQ(to_text(*space.assignment(*relu)[1]), "relu");
  EXPECT_FALSE(space.assignment(*relu)[2]);
  EXPECT_EQ(space.assignment(*space.changed(*relu, 1, std::string("leaky")))[2], ParameterValue(0.5));
  EXPECT_FALSE(space.changed(*relu, 2, 0.1)) << "inactive there";
  EXPECT_EQ(*space.changed(at, 3, std::int64_t{64}),
            space.point({0.01, std::string("leaky"), 0.9, std::int64_t{64}, std::int64_t{2}}));
  EXPECT_FALSE(space.changed(*space.changed(at, 3, std::int64_t{64}), 4, std::int64_t{8})) << "not allowed";
}

TEST(ParameterSpace, SaysWhatIsWrongWithAValue) {
  const ParameterSpace space = network();
  const auto refused = [&](Assignment values) {
    return testing::input_error_or_accepted([&] { space.point(values); });
  };
  const Assignment good{0.01, std::string("relu"), std::nullopt, std::int64_t{8}, std::int64_t{2}};
  EXPECT_EQ(refused(good), "accepted");
  auto bad = good;
  bad[0] = 1.0;
  EXPECT_EQ(refused(bad), "lr: '1' is not valid, expected a number within [1e-05, 0.1]");
  bad = good;
  bad[1] = std::string("gelu");
  EXPECT_EQ(refused(bad), "act: 'gelu' is not valid, expected one of relu, leaky, tanh");
  bad = good;
  bad[2] = 0.5;
  EXPECT_EQ(refused(bad), "slope: has a value, but is inactive with the values before it");
  bad = good;
  bad[3] = std::nullopt;
  EXPECT_EQ(refused(bad), "width: has no value");
  bad = good;
  bad[3] = 8.5;
  EXPECT_EQ(refused(bad), "width: '8.5' is not valid, expected a whole number within [1, 64]");
  bad = good;
  bad[3] = std::int64_t{64};
  bad[4] = std::int64_t{8};
  EXPECT_EQ(refused(bad), "point: does not meet the constraints");
}

TEST(ParameterSpace, SaysWhatIsWrongWithAParameter) {
  const auto refused = [](std::vector<Parameter> parameters) {
    return testing::input_error_or_accepted([&] { ParameterSpace space(parameters); });
  };
  EXPECT_EQ(refused({}), "space: no parameters, expected at least 1");
  EXPECT_EQ(refused({number("a b", Kind::real, 0, 1)}),
            "parameter 'a b': its name may have ASCII letters, digits and underscores, no digit first");
  EXPECT_EQ(refused({number("a", Kind::real, 1, 0)}),
            "a.bounds: [1, 0], expected two finite numbers, the lower one first");
  EXPECT_EQ(refused({number("a", Kind::log_integer, 0, 9)}),
            "a.bounds: [0, 9], expected numbers above 0 since it is searched by its logarithm");
  EXPECT_EQ(refused({number("a", Kind::log, 0, 1)}),
            "a.bounds: [0, 1], expected numbers above 0 since it is searched by its logarithm");
  EXPECT_EQ(refused({number("a", Kind::integer, 0, 1.5)}),
            "a.bounds: [0, 1.5], expected whole numbers from -1e15 to 1e15");
  EXPECT_EQ(refused({number("a", Kind::real, 0, 1), number("a", Kind::real, 0, 1)}),
            "parameter 'a' is given twice");
  EXPECT_EQ(refused({{"c", Kind::categorical, 0, 0, {}}}), "c.values: 0, expected at least 1");
  EXPECT_EQ(refused({{"c", Kind::categorical, 0, 0, {std::string("x")}}, number("a", Kind::real, 1, 1)}),
            "space: every parameter has a single value, expected one that can be searched");
  EXPECT_EQ(refused({{"c", Kind::ordinal, 0, 0, {std::int64_t{1}, std::string("1")}}}),
            "c.values: '1' is given twice");
}

}  // namespace
}  // namespace bora::surrogates
