#include "tuning/trials/constraint.h"

#include <cctype>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "common/text.h"
#include "support/input_error.h"

namespace bora::tuning {
namespace {

const std::vector<std::string> kNames{"a", "b", "act"};

Constraint constraint(const std::string& text) {
  return Constraint(text, kNames, "s.toml: constraints");
}

TEST(Constraint, ReturnsItsViolation) {
  const Assignment values{1.0, 3.0, std::string("relu")};
  const std::vector<std::pair<std::string, double>> cases{{"a <= b", 0},
                                                          {"a >= b", 2},
                                                          {"(b) < (a + 1)", 1},
                                                          {"a == b", 2},
                                                          {"a + 2 == b", 0},
                                                          {"a >= b && b <= 2.5", 2},
                                                          {"a >= b || b <= 2.5", 0.5},
                                                          {"a >= b and b <= 2.5", 2},
                                                          {"a >= b or b <= 2.5", 0.5},
                                                          {"0 < a < 0.25 and b <= 2 or act=='or'", 1},
                                                          {"(a >= b || b <= 2.5) && b < 2", 1},
                                                          {"a >= b && act == 'relu'", 2},
                                                          {"act == 'tanh'", 1},
                                                          {"!(a < b)", 1},
                                                          {"b > 2 ? a > 3 : a > 0", 1},
                                                          {"a != b", 0},
                                                          {"max(a, b) <= 2", 1},
                                                          {"2 <= a <= 4", 1},
                                                          {"0 < a < b <= 3", 0},
                                                          {"(0 < a < 0.25) || act == 'tanh'", 0.75}};
  for (const auto& [text, violation] : cases) {
    EXPECT_DOUBLE_EQ(constraint(text).violation(values), violation) << text;
    EXPECT_EQ(constraint(text).holds(values), violation == 0) << text;
  }
}

TEST(Constraint, HoldsOnInactiveParameters) {
  const Assignment values{1.0, std::nullopt, std::string("relu")};
  EXPECT_TRUE(constraint("a > 3 && b > 3").holds(values));
  EXPECT_EQ(constraint("a == b").violation(values), 0);
}

TEST(Constraint, EqualNumbersMayDifferByRounding) {
  EXPECT_TRUE(constraint("a + b == 0.3").holds({0.1, 0.2, std::string("x")}));
  EXPECT_FALSE(constraint("a + b == 0.3").holds({0.1, 0.2001, std::string("x")}));
}

TEST(Constraint, ReturnsNecessaryComparisons) {
  EXPECT_EQ(constraint("a <= b && (b < 2 && a == 1)").comparisons().size(), 3u);
  EXPECT_TRUE(constraint("a <= b && b < 2").comparisons_suffice());
  EXPECT_EQ(constraint("a <= b && (b < 2 || a == 1)").comparisons().size(), 1u);
  EXPECT_FALSE(constraint("a <= b && act == 'x'").comparisons_suffice());
}

// The examples of docs/how-to/tune-a-program.md that hold, and the functions listed there.
TEST(Constraint, HasTheFunctionsOfTheManual) {
  std::ifstream manual(std::filesystem::path(BORA_TEST_SOURCE_DIR).parent_path() /
                       "docs/how-to/tune-a-program.md");
  std::string line, examples;
  while (std::getline(manual, line) && line != "<!-- expressions that hold -->")
    if (line.starts_with("| functions |") || line.starts_with("| | `sin"))
      for (const std::string& name : split(line.substr(line.find('`') + 1), ' ')) examples += name + ' ';
  const std::string listed = examples;
  examples.clear();
  std::getline(manual, line);
  while (std::getline(manual, line) && line != "```") {
    EXPECT_TRUE(constraint(line).holds({})) << line;
    examples += line;
  }
  int functions = 0;
  for (std::string name : split(listed, ' ')) {
    std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
    if (name.empty() || name == "of" || name == "radians") continue;
    ++functions;
    EXPECT_NE(examples.find(name + "("), std::string::npos) << name << " has no example";
  }
  EXPECT_EQ(functions, 28);
  for (const char* name : {"floor", "ceil", "round"})
    EXPECT_THROW(constraint(name + std::string("(2.5) == 2")).holds({}), InputError) << name;
}

TEST(Constraint, SaysWhatIsWrong) {
  EXPECT_EQ(testing::input_error_or_accepted([] { constraint("a = 1"); }),
            "s.toml: constraints: 'a = 1' has a single =, expected == for what is to be equal; a valid form: "
            "width * depth <= 64 && act == 'relu'");
  EXPECT_NE(
      testing::input_error_or_accepted([] { constraint("a <= "); }).find("'a <= ' cannot be understood"),
      std::string::npos);
  EXPECT_NE(testing::input_error_or_accepted([] { constraint("1 <= c <= 2"); }).find("refers to 'c'"),
            std::string::npos);
}

}  // namespace
}  // namespace bora::tuning
