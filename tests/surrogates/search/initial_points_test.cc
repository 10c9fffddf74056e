#include "surrogates/search/initial_points.h"

#include <deque>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "surrogates/baselines/exp3bo.h"
#include "surrogates/baselines/tree_parzen.h"
#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"

namespace bora::surrogates::initial_points_test {
namespace {

TEST(InitialPoints, AreThreeTenthsOfASmallBudget) {
  EXPECT_EQ(default_initial_points(20, 0), 20) << "the budget is not known";
  EXPECT_EQ(default_initial_points(20, 1000), 20);
  EXPECT_EQ(default_initial_points(20, 67), 20);
  EXPECT_EQ(default_initial_points(20, 66), 19);
  EXPECT_EQ(default_initial_points(20, 20), 6);
  EXPECT_EQ(default_initial_points(20, 5), 4);
  EXPECT_EQ(default_initial_points(3, 5), 3);
}

constexpr int kBudget = 10, kShare = 4;

// The points that an optimiser asks for, one after the other.
template <typename OptimiserType, typename Options>
std::vector<Eigen::VectorXd> asked(Options options, int initial) {
  options.budget = kBudget;
  options.initial_points = initial;
  OptimiserType optimiser(MixedSpace({5}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1)), options, 1);
  std::vector<Eigen::VectorXd> points;
  for (int i = 0; i < kBudget; ++i) {
    const auto trial = optimiser.ask().front();
    points.push_back(trial.point);
    optimiser.tell(trial.number, trial.point[0] - trial.point[1]);
  }
  return points;
}

template <typename OptimiserType, typename Options>
void expect_share(int usual) {
  const auto found = asked<OptimiserType>(Options{}, 0);
  EXPECT_EQ(found, (asked<OptimiserType>(Options{}, kShare)));
  EXPECT_NE(found, (asked<OptimiserType>(Options{}, usual)));
}

TEST(InitialPoints, LeaveTheModelMostOfASmallBudget) {
  expect_share<Casmopolitan, CasmopolitanOptions>(20);
  expect_share<Cocabo, CocaboOptions>(24);
  expect_share<TreeParzen, TreeParzenOptions>(10);
  expect_share<Exp3Bo, Exp3BoOptions>(15);
}

// Returns true if the last of the points asked for is drawn: a search with more initial points asks for the
// same one. steps: numbers of points asked for at once; after each step but the last, the first `told`
// pending ones are told.
template <typename OptimiserType, typename Options>
bool draws_last(const std::vector<int>& steps, int told) {
  std::vector<Eigen::VectorXd> last;
  for (const int initial : {6, 100}) {
    Options options;
    options.initial_points = initial;
    OptimiserType optimiser(MixedSpace({5}, Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1)), options, 1);
    std::deque<Trial<Eigen::VectorXd>> pending;
    for (std::size_t step = 0; step < steps.size(); ++step) {
      for (auto& trial : optimiser.ask(steps[step])) pending.push_back(std::move(trial));
      for (int i = 0; i < told && step + 1 < steps.size(); ++i) {
        optimiser.tell(pending.front().number, pending.front().point[0] - pending.front().point[1]);
        pending.pop_front();
      }
    }
    last.push_back(pending.back().point);
  }
  return last[0] == last[1];
}

// Six initial points, with three or four trials at the same time.
template <typename OptimiserType, typename Options>
void expect_pending_counted() {
  EXPECT_TRUE((draws_last<OptimiserType, Options>({3, 1, 1, 1}, 1))) << "the sixth of them";
  EXPECT_FALSE((draws_last<OptimiserType, Options>({3, 1, 1, 1, 1}, 1))) << "the seventh; four are told";
  EXPECT_TRUE((draws_last<OptimiserType, Options>({4, 2}, 4))) << "the sixth of them";
  EXPECT_FALSE((draws_last<OptimiserType, Options>({4, 3}, 4))) << "the seventh, in a batch with two of them";
}

TEST(InitialPoints, IncludeThePendingOnes) {
  expect_pending_counted<Casmopolitan, CasmopolitanOptions>();
  expect_pending_counted<Cocabo, CocaboOptions>();
  expect_pending_counted<TreeParzen, TreeParzenOptions>();
}

// Five combinations, of which four get a point: none gets two.
TEST(InitialPoints, OfExp3BoAreSpreadOverTheCombinations) {
  const auto points = asked<Exp3Bo>(Exp3BoOptions{}, 0);
  std::set<double> combinations;
  for (int i = 0; i < kShare; ++i) combinations.insert(points[static_cast<std::size_t>(i)][0]);
  EXPECT_EQ(combinations.size(), static_cast<std::size_t>(kShare));
}

// As printed, a region that is opened later begins with as many points as the first one.
TEST(InitialPoints, OfCasmopolitanAsPrintedFollowTheBudgetToo) {
  CasmopolitanOptions printed;
  printed.set_as_printed();
  CasmopolitanOptions of_share = printed;
  of_share.restart_points = kShare;
  EXPECT_EQ((asked<Casmopolitan>(printed, 0)), (asked<Casmopolitan>(of_share, kShare)));
}

}  // namespace
}  // namespace bora::surrogates::initial_points_test
