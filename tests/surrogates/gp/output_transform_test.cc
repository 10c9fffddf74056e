#include "surrogates/gp/output_transform.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::surrogates {
namespace {

Eigen::VectorXd normals(int n) {
  Rng rng(5);
  return Eigen::VectorXd::NullaryExpr(n, [&] { return rng.normal(); });
}

double skewness(const Eigen::VectorXd& y) {
  const Eigen::ArrayXd z = y.array() - y.mean();
  return z.cube().mean() / std::pow(z.square().mean(), 1.5);
}

TEST(YeoJohnson, LeavesNormalTargetsAboutAsTheyAre) {
  EXPECT_NEAR(YeoJohnson::of(normals(2000)).lambda(), 1, 0.05);
}

TEST(YeoJohnson, StraightensATailAndKeepsTheOrder) {
  for (const double sign : {1.0, -1.0}) {
    const Eigen::VectorXd y = sign * normals(300).array().exp();
    const Eigen::VectorXd t = YeoJohnson::of(y).apply(y);
    EXPECT_GT(std::abs(skewness(y)), 2);
    EXPECT_LT(std::abs(skewness(t)), 0.5);
    for (Eigen::Index i = 1; i < y.size(); ++i) EXPECT_EQ(y[i] > y[i - 1], t[i] > t[i - 1]);
  }
}

TEST(YeoJohnson, HasAnInverse) {
  for (const double sign : {1.0, -1.0}) {
    const Eigen::VectorXd y = sign * normals(50).array().exp();
    const YeoJohnson transform = YeoJohnson::of(y);
    const Eigen::VectorXd t = transform.apply(y);
    for (Eigen::Index i = 0; i < y.size(); ++i)
      EXPECT_NEAR(transform.inverse(t[i]), y[i], 1e-9 * (1 + std::abs(y[i])));
  }
}

TEST(YeoJohnson, TakesFewAndConstantTargets) {
  EXPECT_EQ(YeoJohnson::of(Eigen::Vector2d(1, 9)).lambda(), 1);
  EXPECT_EQ(YeoJohnson::of(Eigen::VectorXd::Constant(7, 3)).lambda(), 1);
  const Eigen::VectorXd huge = Eigen::Vector4d(-1e300, 1, 2, 3);
  EXPECT_TRUE(YeoJohnson::of(huge).apply(huge).allFinite());
}

}  // namespace
}  // namespace bora::surrogates
