#include "surrogates/search/mixed/lower_tail_of.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "surrogates/search/bayesian_optimiser.h"

namespace bora::surrogates::lower_tail_of_test {
namespace {

using Eigen::VectorXd;

TEST(FarApart, TakesTheFarthestPointEachTime) {
  const MixedSpace line({}, VectorXd::Constant(1, 10), VectorXd::Constant(1, 20));
  std::vector<VectorXd> points;
  for (const double x : {11.0, 11.1, 19.0, 11.2, 15.5}) points.push_back(VectorXd::Constant(1, x));
  EXPECT_EQ(far_apart(line, points, 3), (std::vector<Eigen::Index>{0, 2, 4}));
  EXPECT_EQ(far_apart(line, points, 9).size(), 5u) << "each of them once";
  // A different category counts as much as the whole range of a number.
  const MixedSpace both({4}, VectorXd::Zero(1), VectorXd::Ones(1));
  const std::vector<VectorXd> mixed{Eigen::Vector2d(0, 0), Eigen::Vector2d(0, 0.9), Eigen::Vector2d(1, 0),
                                    Eigen::Vector2d(3, 0.1)};
  EXPECT_EQ(far_apart(both, mixed, 2), (std::vector<Eigen::Index>{0, 3}));
}

struct Search {
  std::vector<VectorXd> points;
  std::vector<double> values;
  void add(const VectorXd& point, double value) {
    points.push_back(point);
    values.push_back(value);
  }
};

double bowl(const VectorXd& point) {
  return -(point - Eigen::Vector2d(0.3, 0.6)).squaredNorm();
}

// Twelve points within 0.001 of the maximum, then some of the whole square.
Search crowded() {
  Search search;
  for (int i = 0; i < 12; ++i) {
    const VectorXd point =
        Eigen::Vector2d(0.3, 0.6) + 1e-3 * (1 + i) / 12 * Eigen::Vector2d(std::cos(i), std::sin(i));
    search.add(point, bowl(point));
  }
  for (const double x : {0.0, 0.5, 1.0})
    for (const double y : {0.0, 1.0}) search.add(Eigen::Vector2d(x, y), bowl(Eigen::Vector2d(x, y)));
  return search;
}

TEST(LoweredInfeasible, LeavesValuesWithoutSpreadAlone) {
  VectorXd y = VectorXd::Constant(8, 0.3);
  y[1] = 0.1 + 0.2;  // a rounding error
  y[7] = 0.5;
  EXPECT_EQ(with_lowered_infeasible(y, {true, true, true, true, true, true, true, false}, 8), y);
}

const MixedSpace kSquare({}, VectorXd::Zero(2), VectorXd::Ones(2));

VectorXd raised(const Search& search, bool guests) {
  const VectorXd y = Eigen::Map<const VectorXd>(search.values.data(), static_cast<int>(search.values.size()));
  return lower_tail_of(kSquare, search.points, y, 6, guests).apply(y);
}

TEST(LowerTailOf, LeavesTheValuesFarFromACrowdedWarmStartAlone) {
  Search search = crowded();
  const VectorXd y = Eigen::Map<const VectorXd>(search.values.data(), static_cast<int>(search.values.size()));
  EXPECT_EQ(raised(search, true), y);
  EXPECT_NE(raised(search, false), y) << "the first ones show no spread";
  search.add(Eigen::Vector2d(0.9, 0.1), -1e6);
  const VectorXd with_divergence = raised(search, true);
  EXPECT_EQ(with_divergence.head(18), y);
  EXPECT_GT(with_divergence[18], -10);
}

TEST(LowerTailOf, GoesByTheFirstValuesOfASearch) {
  Search search;
  for (int i = 0; i < 10; ++i) search.add(Eigen::Vector2d(0.1 * i, 0), -0.1 * i);
  search.add(Eigen::Vector2d(1, 1), -1e6);
  const VectorXd y = Eigen::Map<const VectorXd>(search.values.data(), 11);
  EXPECT_EQ(raised(search, false), LowerTail::of(y, 10).apply(y));
}

// The first ten feasible values are 0 to 9, of which the lower third is 3: s = 6, and the fence is 9 + 30.
TEST(WithLoweredInfeasible, LowersWhatIsFarAboveAllThatMeetTheConstraints) {
  std::vector<bool> meets(12, true);
  VectorXd y = VectorXd::LinSpaced(12, 0, 11);
  y.tail(2) << 1e9, 400;
  meets[10] = meets[11] = false;
  const VectorXd lowered = with_lowered_infeasible(y, meets, 6);
  EXPECT_EQ(lowered.head(10), y.head(10));
  EXPECT_NEAR(lowered[10], 45, 1e-6);
  EXPECT_NEAR(lowered[11], 39 + 6 / (1 + 6 / 361.0), 1e-12);
  y.tail(2) << 300, 40;
  EXPECT_EQ(with_lowered_infeasible(y, meets, 6), y) << "no value is far above";
  y.tail(2) << 1e9, 400;
  EXPECT_EQ(with_lowered_infeasible(y, std::vector<bool>(12, true), 6), y) << "feasible values do not change";
  EXPECT_EQ(with_lowered_infeasible(y, std::vector<bool>(12, false), 6), y) << "none to compare with";
}

// Values are huge where the constraint is violated; the model still tells the other values apart.
TEST(WithLoweredInfeasible, LetsTheDefaultOptimiserLearnFromTheOthers) {
  BayesianOptions options;
  options.constraints = 1;
  BayesianOptimiser optimiser(kSquare, options, 1);
  for (const double x : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0})
    for (const double y : {0.0, 0.5, 1.0}) {
      const Eigen::Vector2d point(x, y);
      optimiser.observe_constrained(point, x > 0.5 ? 1e9 : bowl(point), {0.5 - x});
    }
  optimiser.ask();
  EXPECT_NEAR(optimiser.predict(Eigen::Vector2d(0.2, 0.5))->median, -0.02, 0.5);
  EXPECT_NEAR(optimiser.predict(Eigen::Vector2d(0, 0))->median, -0.45, 0.5);
}

// After a warm start of similar values, the model still tells values apart that are far below these.
TEST(LowerTailOf, LetsTheDefaultOptimiserLearnFromACrowdedWarmStart) {
  BayesianOptimiser optimiser(kSquare, {}, 1);
  const Search search = crowded();
  for (std::size_t i = 0; i < search.points.size(); ++i)
    optimiser.observe(search.points[i], search.values[i]);
  optimiser.ask();
  for (const double x : {0.0, 1.0}) {
    const Eigen::Vector2d corner(x, 0);
    ASSERT_TRUE(optimiser.predict(corner));
    EXPECT_NEAR(optimiser.predict(corner)->median, bowl(corner), 0.1);
  }
}

}  // namespace
}  // namespace bora::surrogates::lower_tail_of_test
