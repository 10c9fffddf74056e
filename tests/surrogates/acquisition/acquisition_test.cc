// Properties that hold for every acquisition function, and golden values of log EI.
#include "surrogates/acquisition/acquisition.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/gradient_check.h"
#include "surrogates/acquisition/maximise.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/normal.h"
#include "surrogates/support/golden.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

VectorXd one(double value) {
  return VectorXd::Constant(1, value);
}

class AcquisitionConformance : public ::testing::TestWithParam<AcquisitionKind> {
 protected:
  std::unique_ptr<Acquisition> acquisition_ = make_acquisition(GetParam(), 0.8, 2.0);
};

TEST_P(AcquisitionConformance, SlopesMatchFiniteDifferences) {
  for (const double mean : {-6.0, -1.0, 0.3, 0.79, 0.8, 1.5, 4.0}) {
    for (const double variance : {0.05, 0.5, 3.0}) {
      const auto values = acquisition_->evaluate(one(mean), one(variance));
      const auto check = check_gradient(
          [&](const VectorXd& x) { return acquisition_->evaluate(one(x[0]), one(x[1])).value[0]; },
          Eigen::Vector2d(mean, variance), Eigen::Vector2d(values.mean_slope[0], values.variance_slope[0]),
          1e-4);
      EXPECT_LT(check.worst, 1e-6) << "mean " << mean << ", variance " << variance;
    }
  }
}

TEST_P(AcquisitionConformance, GrowsWithTheMean) {
  const VectorXd means = VectorXd::LinSpaced(30, -3, 3);
  const auto values = acquisition_->evaluate(means, VectorXd::Constant(30, 0.4));
  for (int i = 1; i < 30; ++i) EXPECT_GT(values.value[i], values.value[i - 1]);
}

TEST_P(AcquisitionConformance, PointsDoNotAffectEachOther) {
  const Eigen::Vector3d means(0.1, 0.9, 2);
  const Eigen::Vector3d variances(0.2, 1.1, 0.01);
  const auto together = acquisition_->evaluate(means, variances);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(together.value[i], acquisition_->evaluate(one(means[i]), one(variances[i])).value[0]);
}

TEST_P(AcquisitionConformance, IsFiniteWithoutVariance) {
  for (const double variance : {0.0, -1e-9, 1e-300}) {
    const auto values = acquisition_->evaluate(Eigen::Vector2d(0.5, 1.1), VectorXd::Constant(2, variance));
    EXPECT_TRUE(values.value.allFinite());
    EXPECT_TRUE(values.mean_slope.allFinite());
    EXPECT_EQ(values.variance_slope, VectorXd::Zero(2));
  }
}

INSTANTIATE_TEST_SUITE_P(All, AcquisitionConformance,
                         ::testing::Values(AcquisitionKind::ei, AcquisitionKind::log_ei, AcquisitionKind::pi,
                                           AcquisitionKind::ucb));

TEST(LogExpectedImprovement, MatchesTheGoldenNumbers) {
  for (const auto& row : testing::golden_rows("log_expected_improvement.csv")) {
    const double z = std::stod(row[0]);
    const double log_h = std::stod(row[1]);
    const double cdf_over_h = std::stod(row[2]);
    const LogImprovement found = log_improvement(z);
    EXPECT_NEAR(found.log_h, log_h, 2e-14 * std::max(1.0, std::abs(log_h))) << "z = " << z;
    EXPECT_NEAR(found.cdf_over_h, cdf_over_h, 5e-14 * cdf_over_h) << "z = " << z;
  }
}

TEST(LogExpectedImprovement, IsTheLogarithmOfExpectedImprovement) {
  const ExpectedImprovement plain(0.8);
  const LogExpectedImprovement logarithm(0.8);
  for (const double mean : {-5.0, -1.0, 0.0, 0.8, 3.0}) {
    const auto a = plain.evaluate(one(mean), one(0.7));
    const auto b = logarithm.evaluate(one(mean), one(0.7));
    EXPECT_NEAR(std::log(a.value[0]), b.value[0], 1e-12 * std::max(1.0, std::abs(b.value[0])));
  }
}

TEST(LogExpectedImprovement, KeepsItsGradientWhereExpectedImprovementHasNone) {
  const auto plain = ExpectedImprovement(0).evaluate(one(-50), one(1));
  EXPECT_EQ(plain.value[0], 0);
  const auto logarithm = LogExpectedImprovement(0).evaluate(one(-50), one(1));
  EXPECT_NEAR(logarithm.value[0], -1258.7441828684608531, 1e-10);
  EXPECT_NEAR(logarithm.mean_slope[0], 50.039952133872654947, 1e-11);
}

TEST(LogProbabilityAbove, MatchesTheGoldenNumbers) {
  for (const auto& row : testing::golden_rows("log_normal_cdf.csv")) {
    const double z = std::stod(row[0]), log_cdf = std::stod(row[1]), hazard = std::stod(row[2]);
    const auto found = LogProbabilityAbove(0).evaluate(one(z), one(1));
    EXPECT_NEAR(found.value[0], log_cdf, 1e-14 * std::max(1.0, std::abs(log_cdf))) << "z = " << z;
    EXPECT_NEAR(found.mean_slope[0], hazard, 5e-13 * hazard) << "z = " << z;
    EXPECT_NEAR(found.variance_slope[0], -0.5 * z * hazard, 5e-13 * std::abs(z * hazard)) << "z = " << z;
  }
}

// The formula changes at z = -30.
TEST(LogProbabilityAbove, IsContinuous) {
  const LogProbabilityAbove above(0);
  const double below = std::nextafter(-30.0, -31.0);
  const auto a = above.evaluate(one(below), one(1)), b = above.evaluate(one(-30), one(1));
  EXPECT_NEAR(a.value[0], b.value[0], 1e-12);
  EXPECT_NEAR(a.mean_slope[0], b.mean_slope[0], 1e-11);
}

TEST(Acquisition, ValuesByHand) {
  // EI at the incumbent is sd phi(0); PI there 1/2.
  EXPECT_NEAR(ExpectedImprovement(1).evaluate(one(1), one(4)).value[0], 2 / std::sqrt(2 * M_PI), 1e-15);
  EXPECT_NEAR(ProbabilityOfImprovement(1).evaluate(one(1), one(4)).value[0], 0.5, 1e-15);
  EXPECT_NEAR(UpperConfidenceBound(2).evaluate(one(1), one(4)).value[0], 5, 1e-15);
}

TEST(Acquisition, ExpectedImprovementIsNeverNegative) {
  for (double z = -45; z < 3; z += 0.1)
    EXPECT_GE(ExpectedImprovement(0).evaluate(one(z), one(1)).value[0], 0) << z;
}

TEST(Acquisition, NamesAndBadOptions) {
  EXPECT_EQ(parse_acquisition("log_ei"), AcquisitionKind::log_ei);
  EXPECT_THROW(parse_acquisition("ubc"), InputError);
  EXPECT_THROW(UpperConfidenceBound(-1), InputError);
  EXPECT_THROW(UpperConfidenceBound(std::nan("")), InputError);
}

TEST(MaximiseAcquisition, BeatsADenseGridAndStaysInTheBox) {
  Rng rng(5);
  const Eigen::MatrixXd X = uniform_points(12, 2, rng) * 4;
  const VectorXd y = X.col(0).array().sin() * X.col(1).array().cos();
  std::shared_ptr<ContinuousKernel> kernel = make_kernel("matern52", 2, false);
  auto fitted = FittedGaussianProcess<VectorXd>::condition(kernel, X, y, 1e-6, Standardisation::of(y));
  ASSERT_TRUE(fitted);
  const auto process = std::make_shared<const FittedGaussianProcess<VectorXd>>(std::move(*fitted));
  Eigen::MatrixXd grid(101 * 101, 2);
  for (int i = 0; i < 101; ++i)
    for (int j = 0; j < 101; ++j) grid.row(101 * i + j) << 0.04 * i, 0.04 * j;
  for (const auto design : {CandidateDesign::sobol, CandidateDesign::latin_hypercube}) {
    for (const auto kind : {AcquisitionKind::ei, AcquisitionKind::log_ei, AcquisitionKind::ucb}) {
      const std::shared_ptr<const Acquisition> acquisition = make_acquisition(kind, y.maxCoeff(), 2);
      MaximiserOptions options;
      options.design = design;
      const auto best = maximise_acquisition(PosteriorAcquisition<VectorXd>(process, acquisition),
                                             {VectorXd::Zero(2), VectorXd::Constant(2, 4)}, rng, options);
      const auto posterior = process->marginal(grid);
      EXPECT_GE(best.value,
                acquisition->evaluate(posterior.mean, posterior.variance).value.maxCoeff() - 1e-9);
      EXPECT_GE(best.point.minCoeff(), 0);
      EXPECT_LE(best.point.maxCoeff(), 4);
      EXPECT_GT(best.evaluations, 0);
    }
  }
  MaximiserOptions options;
  options.candidates = 0;
  const PosteriorAcquisition<VectorXd> score(process, std::make_shared<UpperConfidenceBound>(2));
  EXPECT_THROW(maximise_acquisition(score, {VectorXd::Zero(2), VectorXd::Ones(2)}, rng, options), InputError);
  EXPECT_THROW(maximise_acquisition(score, {VectorXd::Ones(2), VectorXd::Zero(2)}, rng), InputError);
}

}  // namespace
}  // namespace bora::surrogates
