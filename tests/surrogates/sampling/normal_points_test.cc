#include "surrogates/sampling/space_filling.h"

#include <gtest/gtest.h>

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

TEST(NormalPoints, QuantilesAreThoseOfTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-10);
}

}  // namespace
}  // namespace bora::surrogates
