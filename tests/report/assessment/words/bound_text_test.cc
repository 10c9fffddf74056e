#include "report/assessment/words/bound_text.h"

#include <gtest/gtest.h>

namespace bora::report {
namespace {

RunRecord run_within(const std::string& threat, double epsilon) {
  RunRecord run;
  run.threat = threat;
  run.epsilon = epsilon;
  run.continuous = false;
  return run;
}

TEST(BoundText, IsInTheUnitOfTheNorm) {
  EXPECT_EQ(bound_text(run_within("linf", 8.0 / 255)), "8/255");
  EXPECT_EQ(bound_text(run_within("l2", 0.5)), "0.5");
  EXPECT_EQ(bound_text(run_within("l0", 24)), "24 pixels");
  EXPECT_EQ(bound_text(run_within("patch", 5)), "5 x 5 pixels");
}

TEST(BoundText, TheAxisOfAPatchIsItsSide) {
  EXPECT_EQ(bound_axis(run_within("patch", 5)), "bound, side of the square in pixels");
  EXPECT_EQ(bound_on_axis(run_within("patch", 5)), 5);
  EXPECT_EQ(bound_on_axis(run_within("linf", 8.0 / 255)), 8);
}

}  // namespace
}  // namespace bora::report
