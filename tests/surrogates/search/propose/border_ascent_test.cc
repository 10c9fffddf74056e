#include "surrogates/search/propose/border_ascent.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "surrogates/search/propose/interleaved_search.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

/// Acquisition function: the first coordinate plus `slope` times the second; others have no effect.
class Plane final : public PointAcquisition {
 public:
  explicit Plane(VectorXd slope) : slope_(std::move(slope)) {}
  VectorXd values(const MatrixXd& Z) const override { return Z * slope_; }
  bool smooth() const override { return true; }
  double value(const VectorXd& z, VectorXd& gradient) const override {
    gradient = slope_;
    return slope_.dot(z);
  }

 private:
  VectorXd slope_;
};

MixedSpace allowed_where(int d, const std::function<double(const VectorXd&)>& violation, bool says = true) {
  MixedSpaceRules rules;
  rules.allows = [violation](const VectorXd& point) { return violation(point) <= 0; };
  if (says) rules.violation = [violation](const VectorXd& point) { return std::max(0.0, violation(point)); };
  return {{}, VectorXd::Constant(d, -1), VectorXd::Ones(d), rules};
}

double in_ball(const VectorXd& point) {
  return point.squaredNorm() - 0.25;
}

std::vector<int> all_of(int d) {
  std::vector<int> free;
  for (int j = 0; j < d; ++j) free.push_back(j);
  return free;
}

// The best point of a ball lies in the direction of the gradient.
TEST(BorderAscent, FindsTheBestPointOfABall) {
  for (const int d : {2, 3, 6}) {
    const MixedSpace space = allowed_where(d, in_ball);
    VectorXd slope = VectorXd::LinSpaced(d, 0.3, 1);
    const Plane score(slope);
    VectorXd outside = VectorXd::Constant(d, 0.5);
    outside[0] = 1;
    const BorderPoint best = border_ascent(space, score, VectorXd::Constant(d, 0.5), outside, all_of(d), 200);
    EXPECT_TRUE(space.allows_unit(best.point));
    EXPECT_DOUBLE_EQ(best.value, score.values(best.point.transpose())[0]);
    // Half a unit of the ball's radius is a quarter of the box.
    EXPECT_NEAR(best.value, 0.5 * slope.sum() + 0.25 * slope.norm(), 1e-6) << d;
  }
}

TEST(BorderAscent, StopsAtACornerOfTwoConstraintsAndAtTheBox) {
  const MixedSpace corner = allowed_where(2, [](const VectorXd& point) {
    return std::max(point[0] + 0.5 * point[1] - 0.5, point[0] * point[0] + point[1] - 0.25);
  });
  const Plane score(Vector2d(1, 1));
  const BorderPoint best =
      border_ascent(corner, score, Vector2d(0.3, 0.3), Vector2d(0.9, 0.6), all_of(2), 200);
  // 0.25 - x^2 = 1 - 2 x has the root x = 1 - 0.5.
  EXPECT_NEAR(best.point[0], 0.75, 1e-3);
  EXPECT_NEAR(best.point[1], 0.5, 1e-3);
  const MixedSpace band = allowed_where(2, [](const VectorXd& point) { return point[1] - 0.5 * point[0]; });
  const BorderPoint at_side =
      border_ascent(band, score, Vector2d(0.5, 0.3), Vector2d(0.5, 1), all_of(2), 200);
  EXPECT_NEAR(at_side.point[0], 1, 1e-9);
  EXPECT_NEAR(at_side.point[1], 0.75, 1e-6);
}

// If the violation has no slope, the ascent ends where the segment leaves the set.
TEST(BorderAscent, EndsAtTheBorderWhereNothingShowsItsNormal) {
  const MixedSpace space = allowed_where(2, in_ball, false);
  const BorderPoint best =
      border_ascent(space, Plane(Vector2d(0.3, 1)), Vector2d(0.5, 0.5), Vector2d(1, 0.5), all_of(2), 100);
  EXPECT_TRUE(space.allows_unit(best.point));
  EXPECT_NEAR(best.point[0], 0.75, 1e-9);
  EXPECT_EQ(best.point[1], 0.5);
}

TEST(BorderAscent, LeavesOtherCoordinatesAlone) {
  const MixedSpace space = allowed_where(3, in_ball);
  const Plane score(Eigen::Vector3d(0.3, 1, 5));
  const BorderPoint best =
      border_ascent(space, score, VectorXd::Constant(3, 0.5), Eigen::Vector3d(1, 1, 0.5), {0, 1}, 200);
  EXPECT_EQ(best.point[2], 0.5);
  EXPECT_NEAR(best.value, 0.5 * 6.3 + 0.25 * std::hypot(0.3, 1), 1e-6);
}

// The whole search, with inequalities given as rows or by the violation alone.
TEST(InterleavedSearch, ReachesTheBorderOfWhatIsAllowed) {
  MixedSpaceRules rows;
  rows.rows = Eigen::RowVector2d(1, 1);
  rows.limits = VectorXd::Constant(1, 0.5);
  rows.allows = [](const VectorXd& point) { return point.sum() <= 0.5; };
  for (const MixedSpace& space :
       {allowed_where(2, in_ball), MixedSpace({}, VectorXd::Constant(2, -1), VectorXd::Ones(2), rows)}) {
    SearchRegion region;
    region.numbers = {VectorXd::Zero(2), VectorXd::Ones(2)};
    region.draw = [](Rng& rng) { return Vector2d(rng.uniform(), rng.uniform()); };
    Rng rng(1);
    InterleavedOptions options;
    options.drawn = 30;
    const bool ball = !space.allows(Vector2d(-0.9, 0.9));
    const VectorXd best = interleaved_search(space, Plane(Vector2d(0.9, 1)), region, rng, options);
    EXPECT_TRUE(space.allows_unit(best));
    // The optimum in the half plane x + y <= 0.5 is the corner at y = 1.
    const double expected = ball ? 0.95 + 0.25 * std::hypot(0.9, 1) : 1 + 0.9 * 0.25;
    EXPECT_NEAR(Plane(Vector2d(0.9, 1)).values(best.transpose())[0], expected, 1e-5) << ball;
  }
}

}  // namespace
}  // namespace bora::surrogates
