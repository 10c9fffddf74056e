#include "tuning/trials/repeats.h"

#include <gtest/gtest.h>

namespace bora::tuning {
namespace {

RepeatRow repeat(int number, std::vector<double> values, const std::string& reason = "") {
  return {number, reason.empty() ? "done" : "failed", std::move(values), 2, 1, reason};
}

TEST(Repeats, EndWithTheirMeans) {
  EXPECT_FALSE(end_of_repeats({repeat(1, {1, 5}), repeat(2, {2, 5})}, 3));
  const auto end = end_of_repeats({repeat(1, {1, 0.1}), repeat(2, {2, 0.1}), repeat(3, {6, 0.1})}, 3);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, "done");
  EXPECT_EQ(end->values, (std::vector<double>{3, 0.1})) << "equal values are their mean to the last bit";
  EXPECT_EQ(end->seconds, 6);
  EXPECT_EQ(end->attempts, 3);
}

// A mean of those that did not fail would flatter the point.
TEST(Repeats, FailTogetherAtOnce) {
  const auto end = end_of_repeats({repeat(1, {1}), repeat(3, {}, "exit code 1")}, 4);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, "failed");
  EXPECT_TRUE(end->values.empty());
  EXPECT_EQ(end->reason, "exit code 1 (repeat 3 of 4)");
}

TEST(Repeats, HaveAStandardErrorFromTwoOn) {
  TrialRow row;
  row.values = {3};
  row.repeats = {repeat(1, {3})};
  EXPECT_FALSE(standard_error(row, 0));
  row.repeats = {repeat(1, {1}), repeat(2, {2}), repeat(3, {6})};
  // Variance 7 of a value, of three of which the mean is.
  EXPECT_NEAR(*standard_error(row, 0), std::sqrt(7.0 / 3), 1e-12);
  row.values.clear();
  EXPECT_FALSE(standard_error(row, 0));
}

// Workers have something to do while the oldest trial waits for its last repeat.
TEST(Repeats, KeepWorkersBusy) {
  for (int workers = 1; workers < 20; ++workers) {
    EXPECT_EQ(trials_at_once(workers, 1), workers);
    for (int repeats = 1; repeats < 10; ++repeats) {
      const int trials = trials_at_once(workers, repeats);
      EXPECT_GE(1 + (trials - 1) * repeats, workers);
      EXPECT_LT(1 + (trials - 2) * repeats, workers);
    }
  }
}

}  // namespace
}  // namespace bora::tuning
