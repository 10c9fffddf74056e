#include "tools/attack/session/doubtful_scores.h"

#include <gtest/gtest.h>

#include "support/input_error.h"
#include "tools/attack/parse_attack.h"

namespace bora::tools {
namespace {

using testing::expect_input_error;

std::optional<Repeats> asked(int repeats, int success_in, int average = 1) {
  return parse_attack({{"model", "m.pt"},
                       {"repeats", std::to_string(repeats)},
                       {"success-in", std::to_string(success_in)},
                       {"average", std::to_string(average)}},
                      RunTask::images)
      .victim.answers();
}

TEST(AnswersWanted, AreAsTheVictimNeedsUnlessSaid) {
  EXPECT_FALSE(asked(0, 0).has_value());
  EXPECT_EQ(*asked(1, 0), Repeats());
  EXPECT_EQ(*asked(5, 0), (Repeats{1, 5, 3}));
  EXPECT_EQ(*asked(4, 0), (Repeats{1, 4, 3})) << "more than half";
  EXPECT_EQ(*asked(7, 7), (Repeats{1, 7, 7}));
  EXPECT_EQ(*asked(0, 0, 8), (Repeats{8, 8, 5}));
  EXPECT_EQ(*asked(10, 2, 8), (Repeats{8, 10, 2}));
}

TEST(AnswersWanted, RefuseWhatMeansNothing) {
  expect_input_error([&] { asked(-1, 0); }, "--repeats: got -1");
  expect_input_error([&] { asked(1001, 0); }, "--repeats: got 1001, expected 0 to 1000");
  expect_input_error([&] { asked(0, 3); },
                     "--success-in: got 3, but --repeats, the number of answers, is not given");
  expect_input_error([&] { asked(3, 4); }, "--success-in: got 4, expected 1 to 3");
  expect_input_error([&] { asked(0, 0, 0); }, "--average: got 0");
  expect_input_error([&] { asked(3, 0, 4); },
                     "--repeats: got 3, expected at least the 4 answers of --average");
}

TEST(AnswersWanted, AreSaidWithTheirPrice) {
  EXPECT_NE(warning_of_randomness({1, 5, 3}, "image").find("hold in 3 of 5 answers"), std::string::npos);
  EXPECT_NE(warning_of_randomness({4, 4, 3}, "graph").find("see the mean of 4"), std::string::npos);
  EXPECT_NE(warning_of_randomness({}, "image").find("taken for a success"), std::string::npos);
  EXPECT_EQ(warning_of_randomness({1, 5, 3}, "image").find("order"), std::string::npos);
  EXPECT_NE(
      warning_of_randomness({1, 5, 3}, "image", true).find("must return answers in the order of the images"),
      std::string::npos);
}

}  // namespace
}  // namespace bora::tools
