#include "surrogates/gp/stationary_posterior.h"

#include <memory>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::normal_vector;

constexpr int kDimension = 4;

struct Parameter {
  RadialFamily family;
  bool ard;
};

/// The fast posterior is checked against FittedGaussianProcess, which shares no algebra with it but the
/// radial formulas.
class StationaryPosteriorTest : public ::testing::TestWithParam<Parameter> {
 protected:
  StationaryPosteriorTest() : posterior_(GetParam().family, kDimension, !GetParam().ard) {
    X_ = uniform_points(90, kDimension, rng_).transpose();
    y_ = (3 * X_.row(0).array()).sin().transpose() + X_.row(1).array().transpose() - 0.7;
    Z_ = uniform_points(6, kDimension, rng_).transpose();
    hyperparameters_ = {
        GetParam().ard ? VectorXd(Eigen::Vector4d(0.5, 0.8, 1.3, 0.9)) : VectorXd::Constant(1, 0.8), 1.7,
        1e-4};
  }
  FittedGaussianProcess<VectorXd> reference(Eigen::Index n) const {
    std::shared_ptr<ContinuousKernel> kernel =
        make_kernel(radial_family_names()[static_cast<int>(GetParam().family)], kDimension, GetParam().ard);
    VectorXd theta(kernel->hyperparameter_count());
    theta << hyperparameters_.signal_variance, hyperparameters_.lengthscales;
    kernel->set_hyperparameters(theta.array().log());
    return *FittedGaussianProcess<VectorXd>::condition(kernel, X_.leftCols(n).transpose(), y_.head(n),
                                                       hyperparameters_.noise_variance, {});
  }
  void expect_equals_reference(Eigen::Index n) const {
    const auto expected = reference(n).marginal(Z_.transpose());
    const auto found = posterior_.marginal(Z_);
    EXPECT_LT((found.mean - expected.mean).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT((found.variance - expected.variance).cwiseAbs().maxCoeff(), 1e-8);
  }

  Rng rng_{11};
  StationaryPosterior posterior_;
  MatrixXd X_, Z_;
  VectorXd y_;
  StationaryHyperparameters hyperparameters_;
};

TEST_P(StationaryPosteriorTest, EqualsTheGeneralProcess) {
  posterior_.append(X_);
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  posterior_.set_targets(y_);
  expect_equals_reference(90);
  EXPECT_LT((posterior_.mean_at_targets() - reference(90).marginal(X_.transpose()).mean).norm(), 1e-8);
}

TEST_P(StationaryPosteriorTest, GrowsAsIfItHadKnownAllPointsFromTheStart) {
  posterior_.append(X_.leftCols(10));
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  for (Eigen::Index n = 10; n < 90; ++n) posterior_.append(X_.col(n));  // past the first capacity
  posterior_.set_targets(y_);
  expect_equals_reference(90);
}

TEST_P(StationaryPosteriorTest, BelievedPointsShrinkVariancesAndLeaveMeans) {
  posterior_.append(X_.leftCols(30));
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  posterior_.set_targets(y_.head(30));
  const auto before = posterior_.marginal(Z_);
  posterior_.append(Z_.leftCols(2));
  const auto imputing = posterior_.marginal(Z_);
  EXPECT_LT((imputing.mean - before.mean).norm(), 1e-12);
  EXPECT_LE((imputing.variance - before.variance).maxCoeff(), 1e-12);
  EXPECT_LT(imputing.variance[0], 1e-3);
  // The posterior equals that of a process with the imputed values as observations (Kriging believer).
  const auto told =
      reference(30).append(Z_.leftCols(2).transpose(), before.mean.head(2))->marginal(Z_.transpose());
  EXPECT_LT((imputing.mean - told.mean).norm(), 1e-8);
  EXPECT_LT((imputing.variance - told.variance).norm(), 1e-8);
  posterior_.remove_last(2);
  EXPECT_LT((posterior_.marginal(Z_).variance - before.variance).norm(), 1e-14);
}

TEST_P(StationaryPosteriorTest, InputGradientMatchesFiniteDifferences) {
  posterior_.append(X_);
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  posterior_.set_targets(y_.head(80));  // the last ten get imputed values
  const VectorXd a = normal_vector(6, rng_);
  const VectorXd b = normal_vector(6, rng_);
  auto marginal = posterior_.marginal(Z_, true);
  const MatrixXd G = posterior_.input_gradient(Z_, marginal, a, b);
  const auto check = check_gradient(
      [&](const VectorXd& z) {
        const auto at = posterior_.marginal(Eigen::Map<const MatrixXd>(z.data(), kDimension, 6));
        return a.dot(at.mean) + b.dot(at.variance);
      },
      Eigen::Map<const VectorXd>(Z_.data(), Z_.size()), Eigen::Map<const VectorXd>(G.data(), G.size()));
  EXPECT_LT(check.worst, 1e-5);
}

TEST_P(StationaryPosteriorTest, ScreeningAgreesInSinglePrecisionAndBoundsTheVariance) {
  posterior_.append(X_);
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  posterior_.set_targets(y_);
  const MatrixXd many = uniform_points(600, kDimension, rng_).transpose();  // more than one block
  const auto exact = posterior_.marginal(many);
  const auto screening = posterior_.screen(many.cast<float>());
  // The weights reach |y| / noise, which single precision multiplies by 1e-7.
  EXPECT_LT((screening.mean.cast<double>() - exact.mean).cwiseAbs().maxCoeff(), 0.02);
  EXPECT_GT((screening.variance_bound.cast<double>() - exact.variance).minCoeff(), -1e-3);
  EXPECT_LT(posterior_.screen(X_.cast<float>()).variance_bound.maxCoeff(), 2e-3) << "at points with values";
}

TEST_P(StationaryPosteriorTest, DuplicatesAreSurvived) {
  posterior_.append(X_.leftCols(5));
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
  for (int i = 0; i < 20; ++i) posterior_.append(X_.col(0));
  posterior_.set_targets(VectorXd::Ones(25));
  EXPECT_TRUE(posterior_.marginal(Z_).mean.allFinite());
  ASSERT_TRUE(posterior_.factorise(hyperparameters_));
}

INSTANTIATE_TEST_SUITE_P(
    All, StationaryPosteriorTest,
    ::testing::Values(Parameter{RadialFamily::se, false}, Parameter{RadialFamily::se, true},
                      Parameter{RadialFamily::matern32, false}, Parameter{RadialFamily::matern32, true},
                      Parameter{RadialFamily::matern52, false}, Parameter{RadialFamily::matern52, true}),
    [](const auto& tested) {
      return radial_family_names()[static_cast<int>(tested.param.family)] + (tested.param.ard ? "_ard" : "");
    });

}  // namespace
}  // namespace bora::surrogates
