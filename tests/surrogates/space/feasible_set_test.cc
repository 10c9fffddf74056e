// Spaces in which so few points are allowed that random draws do not find any.
#include "surrogates/space/feasible_set.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "common/error.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// rows * point <= limits, in the unit cube.
MixedSpace polytope(const MatrixXd& rows, const VectorXd& limits) {
  MixedSpaceRules rules;
  rules.rows = rows;
  rules.limits = limits;
  rules.rows_suffice = true;
  rules.allows = [rows, limits](const VectorXd& point) {
    return ((rows * point - limits).array() <= 0).all();
  };
  return {{}, VectorXd::Zero(rows.cols()), VectorXd::Ones(rows.cols()), rules};
}

MixedSpace chain(int d) {
  MatrixXd rows = MatrixXd::Zero(d - 1, d);
  for (int i = 0; i + 1 < d; ++i) {
    rows(i, i) = 1;
    rows(i, i + 1) = -1;
  }
  return polytope(rows, VectorXd::Zero(d - 1));
}

MixedSpace simplex(int d) {
  return polytope(MatrixXd::Ones(1, d), VectorXd::Ones(1));
}

// A set with a violation and without inequalities.
MixedSpace narrow(std::function<double(const VectorXd&)> violation, int d) {
  MixedSpaceRules rules;
  rules.violation = violation;
  rules.allows = [violation](const VectorXd& point) { return violation(point) == 0; };
  return {{}, VectorXd::Constant(d, -2), VectorXd::Constant(d, 2), rules};
}

VectorXd mean_of(const MixedSpace& space, int count, std::uint64_t seed) {
  Rng rng(seed);
  VectorXd sum = VectorXd::Zero(space.dimension());
  std::set<std::string> keys;
  for (int i = 0; i < count; ++i) {
    const VectorXd point = space.sample(rng);
    EXPECT_NO_THROW(space.check(point));
    keys.insert(space.key(point));
    sum += point;
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(count)) << "no two alike";
  return sum / count;
}

TEST(FeasibleSet, DrawsUniformlyFromOrderedNumbers) {
  const MixedSpace space = chain(8);
  ASSERT_TRUE(space.sparse());
  const VectorXd mean = mean_of(space, 3000, 1);
  // Means of order statistics.
  for (int i = 0; i < 8; ++i) EXPECT_NEAR(mean[i], (i + 1) / 9.0, 0.03) << i;
}

// For each of four whole numbers, a narrow band of the second number.
TEST(FeasibleSet, DrawsWholeNumbersAtTheEndsAsOftenAsOthers) {
  MixedSpaceRules rules;
  rules.whole = {true, false};
  rules.violation = [](const VectorXd& point) { return std::max(0.0, std::abs(point[1] - 0.4) - 1e-5); };
  rules.allows = [](const VectorXd& point) { return std::abs(point[1] - 0.4) <= 1e-5; };
  const MixedSpace space({}, Eigen::Vector2d(0, 0), Eigen::Vector2d(3, 1), rules);
  ASSERT_TRUE(space.sparse());
  Rng rng(1);
  constexpr int kDraws = 2000;
  int ends = 0;
  for (int i = 0; i < kDraws; ++i) {
    const VectorXd point = space.sample(rng);
    ASSERT_TRUE(space.allows(point));
    ends += point[0] == 0 || point[0] == 3 ? 1 : 0;
  }
  EXPECT_NEAR(ends, kDraws / 2, 130) << "a third with half the odds";
}

TEST(FeasibleSet, DrawsUniformlyFromSimplices) {
  for (const int d : {9, 24}) {
    const MixedSpace space = simplex(d);
    ASSERT_TRUE(space.sparse());
    const VectorXd mean = mean_of(space, 3000, 2);
    for (int i = 0; i < d; ++i) EXPECT_NEAR(mean[i] * (d + 1), 1, 0.2) << i << " of " << d;
  }
}

TEST(FeasibleSet, FindsNarrowBandsAndRings) {
  constexpr double kBand = 1e-7;
  const MixedSpace band =
      narrow([](const VectorXd& x) { return std::max(0.0, std::abs(x[0] - x[1]) - kBand); }, 2);
  EXPECT_NEAR(mean_of(band, 500, 3)[0], 0, 0.3) << "all along it";
  const MixedSpace ring =
      narrow([](const VectorXd& x) { return std::max(0.0, std::abs(x.squaredNorm() - 1) - 1e-6); }, 2);
  EXPECT_LT(mean_of(ring, 500, 4).norm(), 0.3) << "all around it";
}

TEST(FeasibleSet, LeadsToPointsNearThoseThatAreNotAllowed) {
  Rng rng(5);
  const MixedSpace space = simplex(12);
  for (int i = 0; i < 50; ++i) {
    VectorXd point(12);
    for (double& x : point) x = rng.uniform();
    const VectorXd near = space.nearest(point, rng);
    EXPECT_TRUE(space.allows(near));
    const VectorXd straight = (point.array() - (point.sum() - 1) / 12).matrix();
    EXPECT_LT((near - point).norm(), 2 * (straight - point).norm());
    for (const VectorXd& other : space.neighbours(near, 10, rng)) {
      EXPECT_NO_THROW(space.check(other));
      EXPECT_NE(other, near);
      EXPECT_LT((other - near).norm(), 0.5);
    }
  }
}

TEST(FeasibleSet, KeepsSumsOfWholeNumbers) {
  MixedSpaceRules rules;
  rules.whole.assign(8, true);
  rules.rows = MatrixXd::Ones(2, 8);
  rules.rows.row(1) *= -1;
  rules.limits = Eigen::Vector2d(100, -100);
  rules.allows = [](const VectorXd& point) { return point.sum() == 100; };
  const MixedSpace space({}, VectorXd::Zero(8), VectorXd::Constant(8, 100), rules);
  ASSERT_TRUE(space.sparse());
  const VectorXd mean = mean_of(space, 500, 6);
  for (const double number : mean) EXPECT_NEAR(number, 12.5, 4);
}

TEST(FeasibleSet, DependsOnTheSpaceAlone) {
  const MixedSpace one = chain(8), same = chain(8);
  Rng a(7), b(7);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(one.sample(a), same.sample(b));
}

TEST(FeasibleSet, SaysThatNothingIsAllowed) {
  const MixedSpace space = polytope(MatrixXd::Ones(1, 3), VectorXd::Constant(1, -1));
  Rng rng(8);
  EXPECT_THROW(space.sample(rng), InputError);
  EXPECT_FALSE(space.try_sample(10, rng));
}

// Draws from a space that is not sparse do not change.
TEST(FeasibleSet, LeavesOtherSpacesAlone) {
  EXPECT_FALSE(simplex(3).sparse());
  EXPECT_FALSE(chain(4).sparse());
}

}  // namespace
}  // namespace bora::surrogates
