#include "surrogates/search/initial_points.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "surrogates/search/mixed/casmopolitan.h"
#include "surrogates/search/mixed/cocabo.h"
#include "surrogates/search/mixed/exp3bo.h"
#include "surrogates/search/mixed/tree_parzen.h"

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
