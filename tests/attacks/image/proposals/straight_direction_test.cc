#include "attacks/image/proposals/directions.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::attacks::straight_direction_test {
namespace {

Eigen::RowVectorXf drawn(int d) {
  Rng rng(3);
  Eigen::RowVectorXf direction(d);
  for (float& value : direction) value = static_cast<float>(rng.normal());
  return direction;
}

TEST(OfMeanSquare1, HasTheLengthOfSigns) {
  const Eigen::RowVectorXf direction = drawn(50), scaled = of_mean_square_1(direction);
  EXPECT_NEAR(scaled.norm(), std::sqrt(50.0F), 1e-4);
  EXPECT_TRUE(scaled.isApprox(direction * (scaled[0] / direction[0]), 1e-4F));
  EXPECT_EQ(of_mean_square_1(Eigen::RowVectorXf::Zero(50)), Eigen::RowVectorXf::Zero(50));
}

TEST(Stretched, IsStraightIfNothingIsClipped) {
  const Eigen::RowVectorXf direction = drawn(50), limit = Eigen::RowVectorXf::Constant(50, 10);
  const Eigen::RowVectorXf change = stretched(direction, -limit, limit, 2);
  EXPECT_TRUE(change.isApprox(direction * (2 / direction.norm()), 1e-4F));
}

// Values that would fall cannot move, so the others get their length.
TEST(Stretched, HasTheLengthIfValuesAreClipped) {
  const Eigen::RowVectorXf direction = drawn(200), high = Eigen::RowVectorXf::Constant(200, 0.2F);
  const Eigen::RowVectorXf change = stretched(direction, Eigen::RowVectorXf::Zero(200), high, 1.5);
  EXPECT_NEAR(change.norm(), 1.5, 0.002);
  EXPECT_GE(change.minCoeff(), 0);
  EXPECT_LE(change.maxCoeff(), 0.2F);
  EXPECT_GT((change.array() == 0.2F).count(), 0) << "some values reach the limit";
}

TEST(Stretched, IsLimitedByTheLimits) {
  const Eigen::RowVectorXf direction = drawn(50), limit = Eigen::RowVectorXf::Constant(50, 0.1F);
  const Eigen::RowVectorXf change = stretched(direction, -limit, limit, 100);
  EXPECT_TRUE(change.allFinite());
  EXPECT_LE(change.cwiseAbs().maxCoeff(), 0.1F);
  EXPECT_GT(change.norm(), 0.9 * limit.norm());
  const Eigen::RowVectorXf none = Eigen::RowVectorXf::Zero(50);
  EXPECT_EQ(stretched(none, -limit, limit, 1), none);
}

}  // namespace
}  // namespace bora::attacks::straight_direction_test
