#include "tuning/trials/launch.h"

#include <gtest/gtest.h>

#include "support/input_error.h"

namespace bora::tuning {
namespace {

using Words = std::vector<std::string>;

TEST(LaunchWords, AreQuotedAsInAShell) {
  EXPECT_EQ(launch_words(""), Words{});
  EXPECT_EQ(launch_words(" srun -n1\t-c4\n--mem=2G "), (Words{"srun", "-n1", "-c4", "--mem=2G"}));
  EXPECT_EQ(launch_words("env 'A=two words' B=\"x 'y'\""), (Words{"env", "A=two words", "B=x 'y'"}));
  EXPECT_EQ(launch_words(R"(a\ b 'c\d' "e\"f\\g\h" '')"), (Words{"a b", "c\\d", "e\"f\\g\\h", ""}));
  EXPECT_EQ(launch_words("--comment='it'\\''s'"), (Words{"--comment=it's"}));
}

TEST(LaunchWords, RefuseUnclosedQuotes) {
  EXPECT_EQ(testing::input_error_or_accepted([] { launch_words("env 'A=1"); }),
            "launch: 'env 'A=1' has a quote ' without end");
  EXPECT_NE(testing::input_error_or_accepted([] { launch_words("env \"A=1'"); }).find("quote \" without end"),
            std::string::npos);
  EXPECT_EQ(testing::input_error_or_accepted([] { launch_words("env A=\\"); }),
            "launch: 'env A=\\' ends with a backslash");
}

}  // namespace
}  // namespace bora::tuning
