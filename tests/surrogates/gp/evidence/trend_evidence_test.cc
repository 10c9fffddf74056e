#include "surrogates/gp/evidence/trend_evidence.h"

#include <cmath>

#include <gtest/gtest.h>

#include "surrogates/gp/evidence/profile_evidence.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr auto kFamily = RadialFamily::matern52;

class TrendEvidenceTest : public ::testing::Test {
 protected:
  TrendEvidenceTest() {
    const MatrixXd X = uniform_points(40, 4, rng_);
    distances_ = squared_distances(X, X);
    trend_ = (5 * X.col(0)).array().cos() + X.col(1).array();
    rest_ = 0.2 * (9 * X.col(2)).array().sin();
  }
  std::optional<TrendFit> fit(const VectorXd& y, std::optional<double> weight = {},
                              double log_lengthscale = -0.3) {
    return trend_evidence(kFamily, distances_, y, trend_, weight, log_lengthscale, kRatio, workspace_);
  }
  // Evidence of the residuals after a constant and a multiple of the trend are subtracted, with s^2 profiled
  // out.
  double evidence(const VectorXd& y, double constant, double weight) {
    const VectorXd rest = y - weight * trend_ - VectorXd::Constant(y.size(), constant);
    return profile_evidence(kFamily, distances_, rest, -0.3, kRatio, workspace_)->log_evidence;
  }

  static constexpr double kRatio = 1e-4;
  Rng rng_{3};
  MatrixXd distances_, workspace_;
  VectorXd trend_, rest_;
};

TEST_F(TrendEvidenceTest, IsTheEvidenceAtTheBestConstantAndWeight) {
  const VectorXd y = 1.7 * trend_ + rest_ + VectorXd::Constant(trend_.size(), 3);
  const auto best = fit(y);
  ASSERT_TRUE(best);
  EXPECT_NEAR(best->log_evidence, evidence(y, best->constant, best->weight), 1e-7);
  for (const double step : {-0.01, 0.01}) {
    EXPECT_GT(best->log_evidence, evidence(y, best->constant + step, best->weight));
    EXPECT_GT(best->log_evidence, evidence(y, best->constant, best->weight + step));
  }
  EXPECT_NEAR(best->weight, 1.7, 0.2);
}

TEST_F(TrendEvidenceTest, ATrendThatMisleadsHasNoWeight) {
  const VectorXd y = rest_ - 0.8 * trend_;
  const auto best = fit(y);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->weight, 0);
  EXPECT_NEAR(best->log_evidence, evidence(y, best->constant, 0), 1e-7);
  EXPECT_GT(best->log_evidence, evidence(y, best->constant + 0.01, 0));
}

TEST_F(TrendEvidenceTest, AWeightCanBeHeld) {
  const VectorXd y = 1.7 * trend_ + rest_;
  const auto held = fit(y, 1.0);
  ASSERT_TRUE(held);
  EXPECT_EQ(held->weight, 1);
  EXPECT_NEAR(held->log_evidence, evidence(y, held->constant, 1), 1e-7);
  EXPECT_LT(held->log_evidence, fit(y)->log_evidence);
}

TEST_F(TrendEvidenceTest, AConstantTrendIsNone) {
  const VectorXd y = 1.7 * trend_ + rest_;
  trend_.setConstant(2);
  const auto best = fit(y);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->weight, 0);
  EXPECT_TRUE(std::isfinite(best->log_evidence));
}

TEST_F(TrendEvidenceTest, TheLengthscaleIsSearchedWithinItsBounds) {
  const VectorXd y = 1.7 * trend_ + rest_;
  const auto best = fit_trend(kFamily, distances_, y, trend_, {}, 0, -3, 3, kRatio, workspace_);
  ASSERT_TRUE(best);
  for (const double step : {-0.1, 0.1})
    EXPECT_GT(best->log_evidence, fit(y, {}, best->log_lengthscale + step)->log_evidence);
  const auto bounded = fit_trend(kFamily, distances_, y, trend_, {}, 2.5, 2, 3, kRatio, workspace_);
  ASSERT_TRUE(bounded);
  EXPECT_GE(bounded->log_lengthscale, 2);
  EXPECT_LT(bounded->log_evidence, best->log_evidence);
}

}  // namespace
}  // namespace bora::surrogates
