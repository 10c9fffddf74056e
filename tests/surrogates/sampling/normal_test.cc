#include "surrogates/sampling/normal.h"

#include <cmath>

#include <gtest/gtest.h>

#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

TEST(NormalPoints, HaveTheMomentsOfTheNormalDistribution) {
  Rng rng(1);
  const Eigen::MatrixXd Z = normal_points(1024, 3, rng);
  EXPECT_TRUE(Z.allFinite());
  const Eigen::MatrixXd second = Z.transpose() * Z / 1024;
  // Independent draws would miss 0 by 0.03 and 1 by 0.04.
  EXPECT_LT(Z.colwise().mean().cwiseAbs().maxCoeff(), 0.006);
  EXPECT_LT((second - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 0.03);
}

TEST(Normal, QuantilesAreThoseOfTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-10);
}

TEST(Normal, HazardIsAccurateInBothTails) {
  EXPECT_NEAR(normal_hazard(0), std::sqrt(2 / M_PI), 1e-15);
  EXPECT_NEAR(normal_hazard(-8.000001) / normal_hazard(-7.999999), 1, 1e-6);
  // By the asymptotic series: hazard(-t) = t + 1/t - 2/t^3 + 10/t^5 - ...
  constexpr double kFar = 50;
  EXPECT_NEAR(normal_hazard(-kFar), kFar + 1 / kFar - 2 / std::pow(kFar, 3) + 10 / std::pow(kFar, 5), 1e-9);
  EXPECT_GT(normal_hazard(30), 0);
  EXPECT_LT(normal_hazard(30), 1e-190);
}

}  // namespace
}  // namespace bora::surrogates
