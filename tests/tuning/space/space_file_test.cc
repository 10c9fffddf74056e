#include "tuning/space/space_file.h"

#include <set>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::tuning {
namespace {

constexpr const char* kSpace = R"(constraints = ["width * depth <= 64", "slope < 0.9"]
[width]
type = "integer"
bounds = [1, 32]
[act]
type = "categorical"
values = ["relu", "leaky", true, 3]
[slope]
type = "real"
bounds = [0, 1]
when = "act == 'leaky'"
[depth]
type = "ordinal"
values = [1, 2, 4, 8]
[lr]
type = "log"
bounds = [1e-5, 1]
)";

ParameterSpace space_of(const std::string& toml) {
  return parse_space(toml, "s.toml");
}

std::string refused(const std::string& toml) {
  try {
    space_of(toml);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::string with(const std::string& fields) {
  return "[a]\n" + fields;
}

TEST(SpaceFile, KeepsTheOrderOfTheFile) {
  const ParameterSpace space = space_of(kSpace);
  std::vector<std::string> names;
  for (const Parameter& parameter : space.parameters()) names.push_back(parameter.name);
  EXPECT_EQ(names, (std::vector<std::string>{"width", "act", "slope", "depth", "lr"}));
  EXPECT_EQ(space.parameters()[1].values[2], ParameterValue(true));
  EXPECT_EQ(space.space().dimension(), 5);
}

TEST(SpaceFile, RandomPointsMeetConditionsAndConstraints) {
  const ParameterSpace space = space_of(kSpace);
  Rng rng(1);
  int leaky = 0;
  for (int i = 0; i < 400; ++i) {
    const Assignment values = space.assignment(space.space().sample(rng));
    EXPECT_EQ(values[2].has_value(), to_text(*values[1]) == "leaky");
    EXPECT_LE(std::get<std::int64_t>(*values[0]) * std::get<std::int64_t>(*values[3]), 64);
    if (values[2]) {
      EXPECT_LT(std::get<double>(*values[2]), 0.9) << "a constraint on what means nothing holds";
      ++leaky;
    }
  }
  EXPECT_GT(leaky, 40);
}

TEST(SpaceFile, IgnoresAByteOrderMark) {
  EXPECT_EQ(space_of("\xef\xbb\xbf[a]\ntype = \"real\"\nbounds = [0, 1]\n").parameters()[0].name, "a");
}

TEST(SpaceFile, AcceptsTrueAndFalse) {
  const ParameterSpace space = space_of(
      "[flag]\ntype = \"categorical\"\nvalues = [true, false]\n[z]\ntype = \"real\"\nbounds = [0, 1]\nwhen = "
      "\"flag == true\"\n");
  Rng rng(1);
  int active = 0;
  for (int i = 0; i < 100; ++i) {
    const Assignment values = space.assignment(space.space().sample(rng));
    EXPECT_EQ(values[1].has_value(), to_text(*values[0]) == "true");
    active += values[1] ? 1 : 0;
  }
  EXPECT_GT(active, 20);
}

TEST(SpaceFile, SaysWhereAndWhatIsWrong) {
  EXPECT_NE(refused("[a\n").find("s.toml:1: "), std::string::npos);
  EXPECT_EQ(refused(""), "s.toml: space: no parameters, expected at least 1");
  EXPECT_EQ(refused("a = 3\n"),
            "s.toml:1: a: expected a table for each parameter, and at most `constraints = [...]` besides");
  EXPECT_EQ(
      refused(with("bounds = [0, 1]")),
      "s.toml:1: a: has no type, expected one of real, log, integer, log-integer, ordinal, categorical");
  EXPECT_EQ(
      refused(with("type = \"reel\"\nbounds = [0, 1]")),
      "s.toml:2: a.type: 'reel' is not one of real, log, integer, log-integer, ordinal, categorical; did "
      "you mean real?");
  EXPECT_EQ(
      refused(with("type = \"real\"\nbound = [0, 1]")),
      "s.toml:3: a.bound: is not a field, expected one of type, bounds, values, when; did you mean bounds?");
  EXPECT_EQ(refused(with("type = \"real\"\nvalues = [0, 1]")),
            "s.toml:3: a.values: a parameter of type real has bounds instead");
  EXPECT_EQ(refused(with("type = \"real\"\nbounds = [0]")),
            "s.toml:3: a.bounds: expected two numbers, [lower, upper]");
  EXPECT_EQ(refused(with("type = \"real\"\nbounds = [1, 0]")),
            "s.toml: a.bounds: [1, 0], expected two finite numbers, the lower one first");
  EXPECT_EQ(refused(with("type = \"categorical\"\nvalues = [1, [2]]")),
            "s.toml:3: a.values: expected numbers, texts or true and false");
  EXPECT_NE(refused(with("type = \"real\"\nbounds = [0, 1]\nwhen = \"b > 1\""))
                .find("s.toml: a.when: 'b > 1' refers to 'b', but no parameter is defined above this one"),
            std::string::npos);
  EXPECT_NE(refused("constraints = [\"a > 2\"]\n" + with("type = \"real\"\nbounds = [0, 1]"))
                .find("s.toml: space: no point was found that meets the constraints; none of 2000 draws "
                      "meets 'a > 2'"),
            std::string::npos);
  EXPECT_EQ(refused(with("type = \"real\"\nbounds = [0, 9223372036854775807]")),
            "s.toml:3: a.bounds: 9223372036854775807 is beyond 2^53; write it with a point, as in 1e18");
  EXPECT_EQ(refused(with("type = \"categorical\"\nvalues = [\"x\", \"y\\n\"]")),
            "s.toml:3: a.values: a text has a line break or another control character");
  EXPECT_EQ(refused(with("type = \"categorical\"\nvalues = [\"x\", \"\"]")),
            "s.toml:3: a.values: a text is empty, expected a word such as none");
  EXPECT_EQ(refused(with("type = \"ordinal\"\nvalues = [1, inf]")),
            "s.toml:3: a.values: inf is not a finite number");
  EXPECT_EQ(refused(with("type = \"integer\"\nbounds = [0, 1e16]")),
            "s.toml: a.bounds: [0, 1e+16], expected whole numbers from -1e15 to 1e15");
  EXPECT_EQ(
      refused(with("type = \"real\"\nbounds = [0, 1]\nwhen = \"b == 'sdg'\"\n[b]\ntype = "
                   "\"categorical\"\nvalues = [\"sgd\", \"adam\"]")),
      "s.toml: a.when: 'b == 'sdg'' refers to a parameter that is defined below; define that one first");
  EXPECT_EQ(
      refused("[b]\ntype = \"categorical\"\nvalues = [\"sgd\", \"adam\"]\n" +
              with("type = \"real\"\nbounds = [0, 1]\nwhen = \"b == 'sdgg'\""))
          .substr(0, 98),
      "s.toml: a.when: 'b == 'sdgg'' refers to the text 'sdgg', which is not a value of a parameter in it");
  EXPECT_NE(refused("constraints = [\"a + 2\"]\n" + with("type = \"real\"\nbounds = [0, 1]"))
                .find("expected what is true or false"),
            std::string::npos);
}

TEST(SpaceFile, RefusesConditionsThatNeverHold) {
  const auto when = [](const std::string& values, const std::string& condition) {
    return refused("[b]\ntype = \"categorical\"\nvalues = " + values + "\n" +
                   with("type = \"real\"\nbounds = [0, 1]\nwhen = \"" + condition + "\""));
  };
  for (const char* const condition : {"b == 1", "0 != b", "b == 'true' && b == 1.0"})
    EXPECT_NE(when("[true, false]", condition).find("but its values are true, false"), std::string::npos)
        << condition;
  EXPECT_EQ(when("['1', '10']", "b == 10"),
            "s.toml: a.when: 'b == 10' compares b with the number 10, but its values are '1', '10'");
  EXPECT_NE(when("[1, 10]", "b == '10'").find("; numbers are written without quotes"), std::string::npos);
  for (const char* const condition : {"b == 'x1 == 1'", "b == 'x' && pi == 3", "b"})
    EXPECT_EQ(when("['x', 'x1 == 1', true]", condition).find("compares"), std::string::npos) << condition;
  EXPECT_EQ(space_of("[b]\ntype = \"categorical\"\nvalues = [true, false]\n" +
                     with("type = \"real\"\nbounds = [0, 1]\nwhen = \"b\""))
                .parameters()
                .size(),
            2u);
}

TEST(SpaceFile, RefusesConditionsThatNoValueMeets) {
  const std::string parents =
      "[n]\ntype = \"integer\"\nbounds = [1, 300]\n[x]\ntype = \"real\"\nbounds = [0, 1]\n"
      "[k]\ntype = \"ordinal\"\nvalues = [1, 2, 4]\n[c]\ntype = \"categorical\"\nvalues = [\"p\", \"q\"]\n"
      "[d]\ntype = \"real\"\nbounds = [0, 1]\nwhen = \"c == 'p'\"\n";
  const auto toml = [&](const std::string& condition) {
    return parents + with("type = \"real\"\nbounds = [0, 1]\nwhen = \"" + condition + "\"");
  };
  EXPECT_EQ(refused(toml("k == 3")),
            "s.toml: a.when: 'k == 3' never holds, so that a would never be used; k is one of 1, 2, 4");
  EXPECT_EQ(refused(toml("n > 300")),
            "s.toml: a.when: 'n > 300' never holds, so that a would never be used; n is 1 to 300");
  for (const char* const condition :
       {"n < 1", "n == 2.5", "x > 1", "x > 0.4 && x < 0.3", "c == 'p' && c == 'q'", "c == 'q' && d > 0.5",
        "1 == 2", "false", "n * x > 301", "k > 4 || n > 1000"})
    EXPECT_NE(refused(toml(condition)).find("never holds"), std::string::npos) << condition;
  for (const char* const condition :
       {"n >= 300", "n == 177", "x > 0.3 && x < 0.30001", "x == 1", "k == 4", "c == 'p' && d > 0.5", "1 == 1",
        "n * x > 299.9", "n % 7 == 3 && x < 0.01", "!(c == 'p')", "-x < -0.999"})
    EXPECT_EQ(refused(toml(condition)), "accepted") << condition;
  EXPECT_EQ(parse_space(toml("k == 3"), "s.toml", true).parameters().size(), 6u) << "of a run that goes on";
}

std::string numbers(int count, const std::string& prefix, const std::string& constraint) {
  std::string toml = "constraints = [\"" + constraint + "\"]\n";
  for (int i = 0; i < count; ++i)
    toml += "[" + prefix + std::to_string(i) + "]\ntype = \"real\"\nbounds = [0, 1]\n";
  return toml;
}

std::string joined(int count, const std::string& prefix, const std::string& joint) {
  std::string out = prefix + "0";
  for (int i = 1; i < count; ++i) out += joint + prefix + std::to_string(i);
  return out;
}

void expect_points(const ParameterSpace& space, int count) {
  Rng rng(3);
  std::set<std::string> keys;
  for (int i = 0; i < count; ++i) {
    const Eigen::VectorXd point = space.space().sample(rng);
    EXPECT_NO_THROW(space.space().check(point));
    keys.insert(space.space().key(point));
    EXPECT_LT((space.point(space.assignment(point)) - point).norm(), 1e-9) << "reads back as the same";
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(count));
}

TEST(SpaceFile, FindsPointsOfSmallSets) {
  expect_points(space_of(numbers(8, "x", joined(8, "x", " <= "))), 200);
  expect_points(space_of(numbers(12, "x", joined(12, "x", " < "))), 200);
  expect_points(space_of(numbers(24, "w", joined(24, "w", " + ") + " <= 1")), 200);
  expect_points(space_of(numbers(2, "x", "abs(x0 - x1) <= 1e-6")), 200);
  expect_points(space_of(numbers(2, "x", "x0 > 0.9999999 || x1 < 1e-7 && x0 < .5")), 200);
}

// The search for the closest point must stop at its limit of evaluations; otherwise this takes minutes.
TEST(SpaceFile, NamesTheConstraintThatTheClosestPointBreaks) {
  const std::string whole = "type = \"integer\"\nbounds = [1, 64]\n";
  const std::string three = "[a]\n" + whole + "[b]\n" + whole + "[x]\ntype = \"real\"\nbounds = [0, 1]\n" +
                            "[k]\ntype = \"categorical\"\nvalues = ['u', 'v']\n" + "[c]\n" + whole +
                            "when = \"k == 'u'\"\n";
  const auto why = [&](const std::string& constraints) {
    return refused("constraints = [" + constraints + "]\n" + three);
  };
  EXPECT_NE(why("\"a * b == 4000.5\"").find("which does not meet 'a * b == 4000.5'"), std::string::npos);
  EXPECT_NE(why("\"a <= 60\", \"a + b == 70\", \"2 * a + 2 * b == 141\"")
                .find("; the closest point found has a = "),
            std::string::npos);
  EXPECT_NE(why("\"x + a == 1e6\"").find("which does not meet 'x + a == 1e6'"), std::string::npos);
  EXPECT_NE(why("\"b <= 60\", \"k == 'u' && a * b == 67\"").find("'k == 'u' && a * b == 67'"),
            std::string::npos);
  // Few points meet these constraints, but the search finds some.
  expect_points(space_of("constraints = [\"a * b == 1800\", \"x < 0.001\"]\n" + three), 20);
}

TEST(SpaceFile, WordsInsideTextsAreNoOperators) {
  expect_points(space_of("constraints = [\"k == 'u and v' and a <= 1\"]\n" +
                         with("type = \"real\"\nbounds = [0, 2]\n") +
                         "[k]\ntype = \"categorical\"\nvalues = ['u and v', 'w or x']\n"),
                20);
}

TEST(SpaceFile, SolvesEqualities) {
  expect_points(space_of(numbers(24, "w", joined(24, "w", " + ") + " == 1")), 200);
  const ParameterSpace two =
      space_of("constraints = [\"a + b == 1\", \"a - c == 0.2\", \"b + 2 * c <= 1.1\"]\n" +
               with("type = \"real\"\nbounds = [0, 1]\n") +
               "[b]\ntype = \"real\"\nbounds = [0, 1]\n[c]\ntype = \"real\"\nbounds = [0, 1]\n");
  expect_points(two, 100);
  // Values with few digits, as in tables, are accepted.
  EXPECT_NO_THROW(two.point({0.3333, 0.6667, 0.1333}));
  EXPECT_THROW(two.point({0.3333, 0.5667, 0.1333}), InputError);
  const ParameterSpace product = space_of(
      "constraints = [\"batch * lr == 0.64\"]\n[batch]\ntype = \"ordinal\"\nvalues = [16, 32, "
      "64]\n[lr]\ntype = "
      "\"log\"\nbounds = [1e-3, 0.03]\n");
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Assignment values = product.assignment(product.space().sample(rng));
    const double batch = static_cast<double>(std::get<std::int64_t>(*values[0]));
    EXPECT_NEAR(std::get<double>(*values[1]), 0.64 / batch, 1e-12);
    EXPECT_GE(batch, 32) << "lr is within its bounds";
  }
  EXPECT_NE(refused(numbers(2, "x", "x0^2 + x1^2 == 1")).find("'x0^2 + x1^2 == 1' cannot be solved"),
            std::string::npos);
  EXPECT_NE(refused(numbers(2, "x", "x0 + x1 = 1")).find("has a single ="), std::string::npos);
}

// Sides that differ by less than 1e-9 count as equal, so the equality holds only because it is solved.
TEST(SpaceFile, SolvesEqualitiesOfTinyNumbers) {
  const ParameterSpace space =
      space_of("constraints = [\"a + b == 1e-12\"]\n" + with("type = \"real\"\nbounds = [0, 1e-12]\n") +
               "[b]\ntype = \"real\"\nbounds = [0, 1e-12]\n");
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Assignment values = space.assignment(space.space().sample(rng));
    EXPECT_NEAR(std::get<double>(*values[0]) + std::get<double>(*values[1]), 1e-12, 1e-24);
  }
}

TEST(SpaceFile, EqualitiesOnInactiveParametersHold) {
  const ParameterSpace space =
      space_of("constraints = [\"a + b == 1\"]\n[k]\ntype = \"categorical\"\nvalues = [\"p\", \"q\"]\n" +
               with("type = \"real\"\nbounds = [0, 1]\n") +
               "[b]\ntype = \"real\"\nbounds = [0, 1]\nwhen = \"k == 'p'\"\n");
  Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    const Assignment values = space.assignment(space.space().sample(rng));
    if (values[2]) {
      EXPECT_NEAR(std::get<double>(*values[1]) + std::get<double>(*values[2]), 1, 1e-12);
    }
  }
}

TEST(SpaceFile, AcceptsOneValueAndLogIntegers) {
  const ParameterSpace space = space_of(
      with("type = \"real\"\nbounds = [2, 2]\n") +
      "[b]\ntype = \"categorical\"\nvalues = [\"x\"]\n[n]\ntype = \"log-integer\"\nbounds = [1, 1000]\n");
  EXPECT_EQ(space.space().dimension(), 1);
  EXPECT_EQ(refused(with("type = \"real\"\nbounds = [2, 2]\n")),
            "s.toml: space: every parameter has a single value, expected one that can be searched");
}

TEST(SpaceFile, RefusesExpressionsThatWouldExhaustStackOrMemory) {
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  EXPECT_EQ(refused("[x]\ntype = \"real\"\n" + key + " = 1\n"), "s.toml:3: a key of more than 200 parts");
  EXPECT_NE(refused("x = " + std::string(100'000, '[')).find("s.toml:1: "), std::string::npos);
  const std::string real = with("type = \"real\"\nbounds = [0, 2]\n");
  EXPECT_EQ(refused("constraints = [\"" + std::string(100'000, '(') + "\"]\n" + real),
            "s.toml: constraints: has 100000 characters, expected at most 2000");
  for (const std::string endless : {"zeros(100000, 100000) == 1", "100000000000! > a"})
    EXPECT_NE(refused("constraints = [\"" + endless + "\"]\n" + real).find("cannot be understood"),
              std::string::npos)
        << endless;
}

}  // namespace
}  // namespace bora::tuning
