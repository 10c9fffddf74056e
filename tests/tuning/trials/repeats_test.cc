#include "tuning/trials/repeats.h"

#include <gtest/gtest.h>

#include "tuning/space/space_file.h"

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

// If one repeat fails, the trial fails: the mean of the others would be biased.
TEST(Repeats, FailIfOneFails) {
  const auto end = end_of_repeats({repeat(1, {1}), repeat(3, {}, "exit code 1")}, 4);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->status, "failed");
  EXPECT_TRUE(end->values.empty());
  EXPECT_EQ(end->reason, "exit code 1 (repeat 3 of 4)");
}

TEST(Repeats, HaveAStandardErrorIfThereAreTwo) {
  TrialRow row;
  row.values = {3};
  row.repeats = {repeat(1, {3})};
  EXPECT_FALSE(standard_error(row, 0));
  row.repeats = {repeat(1, {1}), repeat(2, {2}), repeat(3, {6})};
  // The sample variance is 7, and the mean is over three values.
  EXPECT_NEAR(*standard_error(row, 0), std::sqrt(7.0 / 3), 1e-12);
  row.values.clear();
  EXPECT_FALSE(standard_error(row, 0));
}

// If seconds are an objective, they already have a column.
TEST(Repeats, HaveOneColumnOfSeconds) {
  const ParameterSpace space = parse_space("[x]\ntype = \"real\"\nbounds = [0, 1]\n", "s.toml");
  const auto table = [&](const std::string& second) {
    TrialRow row;
    row.number = 1;
    row.key = "0.5";
    row.point = R"({"x": 0.5})";
    row.status = "done";
    row.values = {1.5, 2.5};
    row.repeats = {repeat(1, {1.5, 2.5})};
    row.asked = 1;
    row.told = 2;
    return repeats_csv(Tuning({row}, nullptr, space, nullptr, {{"error", false}, {second, false}}));
  };
  EXPECT_EQ(table("seconds"), "trial,repeat,status,error,seconds,reason\n1,1,done,1.5,2.5,\n");
  EXPECT_EQ(table("size"), "trial,repeat,status,error,size,seconds,reason\n1,1,done,1.5,2.5,2.000,\n");
}

// All workers are busy even while the oldest trial waits for its last repeat.
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
