#include "surrogates/gp/output_transform.h"

#include <cmath>
#include <limits>

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

TEST(LowerTail, BringsWhatIsFarBelowNearerAndKeepsTheOrder) {
  Eigen::VectorXd y = normals(30);
  y[3] = -1e6;
  y[7] = -1e4;
  y[20] = -1e300;
  const LowerTail tail = LowerTail::of(y, 15);
  const Eigen::VectorXd t = tail.apply(y);
  EXPECT_GT(t[20], -30);
  EXPECT_TRUE(t[20] < t[3] && t[3] < t[7]);
  for (const Eigen::Index i : {0, 1, 2, 15, 29}) EXPECT_EQ(t[i], y[i]);
  EXPECT_EQ(tail.inverse(-1e3), -std::numeric_limits<double>::infinity());
  for (const Eigen::Index i : {3, 7}) EXPECT_NEAR(tail.inverse(t[i]) / y[i], 1, 1e-7);
}

TEST(LowerTail, LeavesLongTailsAlone) {
  const Eigen::VectorXd y = -normals(200).array().exp();
  EXPECT_EQ(LowerTail::of(y, 20).apply(y), y);
}

TEST(LowerTail, GoesByTheFirstTargets) {
  // Many points around the maximum do not reduce the spread.
  Eigen::VectorXd y = normals(200);
  y.tail(180).setConstant(y.maxCoeff());
  EXPECT_EQ(LowerTail::of(y, 20).apply(y), y);
}

TEST(LowerTail, GoesByTheValuesGiven) {
  Eigen::VectorXd y = normals(30);
  y.head(12).setConstant(y.maxCoeff());
  y.head(4) -= Eigen::Vector4d(0.001, 0.002, 0.003, 0.004);
  EXPECT_NE(LowerTail::of(y, 12).apply(y), y);
  EXPECT_EQ(LowerTail::of(y, Eigen::VectorXd(y.tail(12))).apply(y), y);
}

// All targets but one are equal, up to a rounding error of the largest.
TEST(LowerTail, TakesRoundingErrorsForNoSpread) {
  Eigen::VectorXd y = Eigen::VectorXd::Constant(12, 0.3);
  y[2] = 0.1 + 0.2;
  y[5] = 0.1;
  EXPECT_EQ(LowerTail::of(y, 10).apply(y), y);
}

TEST(LowerTail, TakesFewAndConstantTargets) {
  for (const double v : {3.0, -1e308}) {
    const Eigen::VectorXd y = Eigen::VectorXd::Constant(7, v);
    EXPECT_EQ(LowerTail::of(y, 5).apply(y), y);
    EXPECT_EQ(LowerTail::of(y.head(1), 5).apply(y.head(1)), y.head(1));
  }
  const Eigen::VectorXd opposite = Eigen::Vector3d(-1.7e308, 1.7e308, -1.7e308);
  EXPECT_TRUE(LowerTail::of(opposite, 3).apply(opposite).allFinite());
}

}  // namespace
}  // namespace bora::surrogates
