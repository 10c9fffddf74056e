#include "attacks/runner/forecast.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::attacks {
namespace {

InstanceRow row(const std::string& attack, int budget, int queries, InstanceStatus status) {
  InstanceRow row;
  row.attack = attack;
  row.budget = budget;
  row.queries = queries;
  row.status = status;
  return row;
}

TEST(Forecast, CountsSpentAndUnneededQueries) {
  const std::vector<InstanceRow> rows = {
      row("a", 100, 10, InstanceStatus::success), row("a", 300, 150, InstanceStatus::running),
      row("b", 100, 100, InstanceStatus::exhausted), row("b", 500, 0, InstanceStatus::pending)};
  const RunProgress now = forecast(rows, {{"a", {160, 1}}, {"b", {100, 1}}}, 1, 10);
  EXPECT_EQ(now.instances, 4);
  EXPECT_EQ(now.ended, 2);
  EXPECT_EQ(now.queries, 260);
  EXPECT_DOUBLE_EQ(now.share, 0.35);
  EXPECT_EQ(now.success.at("a"), std::pair(1, 1));
  EXPECT_EQ(now.success.at("b"), std::pair(0, 1));
}

TEST(Forecast, EstimatesNoTimeUntilEveryAttackIsKnown) {
  std::vector<InstanceRow> rows(10, row("a", 100, 5, InstanceStatus::running));
  std::map<std::string, AttackExpense> expenses = {{"a", {50, 1}}};
  EXPECT_LT(forecast(rows, expenses, 1, 10).remaining, 0) << "all have just begun";
  for (int i = 0; i < 3; ++i) rows[i].status = InstanceStatus::success;
  EXPECT_GT(forecast(rows, expenses, 1, 10).remaining, 0);
  rows.push_back(row("b", 100, 0, InstanceStatus::pending));
  EXPECT_LT(forecast(rows, expenses, 1, 10).remaining, 0) << "nothing is known of b";
  rows.back() = row("b", 100, 20, InstanceStatus::running);
  expenses["b"] = {20, 1};
  EXPECT_GT(forecast(rows, expenses, 1, 10).remaining, 0);
}

TEST(Forecast, WeighsAttacksByWhatTheirQueriesCost) {
  // 10 of 20 instances have taken 10 queries each; a query of `slow` costs ten times what one of `fast` does.
  const auto remaining = [](const std::string& ended, const std::string& left) {
    std::vector<InstanceRow> rows;
    for (int i = 0; i < 10; ++i) rows.push_back(row(ended, 100, 10, InstanceStatus::success));
    for (int i = 0; i < 3; ++i) rows.push_back(row(left, 100, 10, InstanceStatus::success));
    for (int i = 0; i < 10; ++i) rows.push_back(row(left, 100, 0, InstanceStatus::pending));
    const double seconds = ended == "slow" ? 10 : 1;
    const double seconds_left = left == "slow" ? 3 : 0.3;
    return forecast(rows, {{ended, {100, seconds}}, {left, {30, seconds_left}}}, 0,
                    left == "slow" ? 4.0 : 10.3)
        .remaining;
  };
  EXPECT_NEAR(remaining("fast", "slow"), 10, 1e-9);
  EXPECT_NEAR(remaining("slow", "fast"), 1, 1e-9);
}

TEST(Forecast, NothingRemainsAtTheEnd) {
  const RunProgress now = forecast(
      {row("a", 100, 10, InstanceStatus::success), row("a", 100, 0, InstanceStatus::failed)}, {}, 0, 3);
  EXPECT_EQ(now.share, 1);
  EXPECT_EQ(now.remaining, 0);
}

// Instances end at random, 64 are in progress at once, and budgets differ very much. The share never
// decreases, and the remaining time is accurate long before the end.
TEST(Forecast, IsMonotoneAndAccurate) {
  Rng rng(3);
  std::vector<InstanceRow> rows;
  std::vector<int> lives;
  for (int i = 0; i < 300; ++i) {
    const int budget = 40 + 40 * rng.index(40);
    rows.push_back(row("a", budget, 0, InstanceStatus::pending));
    lives.push_back(1 + static_cast<int>(0.3 * budget * -std::log(1 - rng.uniform())));
  }
  long all = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) all += std::min(lives[i], rows[i].budget);
  double share = 0;
  long done = 0;
  while (done < all) {
    int running = 0;
    for (std::size_t i = 0; i < rows.size() && running < 64; ++i) {
      InstanceRow& each = rows[i];
      if (has_ended(each)) continue;
      ++running;
      each.status = InstanceStatus::running;
      ++each.queries;
      ++done;
      if (each.queries >= lives[i])
        each.status = InstanceStatus::success;
      else if (each.queries == each.budget)
        each.status = InstanceStatus::exhausted;
    }
    const RunProgress now = forecast(rows, {{"a", {done, 0.01 * done}}}, 0.0, 0.01 * done);
    EXPECT_GE(now.share, share);
    share = now.share;
    if (done > all / 10) {
      EXPECT_NEAR(now.seconds + now.remaining, 0.01 * all, 0.35 * 0.01 * all) << done << " of " << all;
    }
  }
  EXPECT_EQ(share, 1);
}

}  // namespace
}  // namespace bora::attacks
