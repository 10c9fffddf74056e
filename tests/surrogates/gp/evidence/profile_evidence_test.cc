#include "surrogates/gp/evidence/profile_evidence.h"

#include <cmath>

#include <gtest/gtest.h>

#include "surrogates/gp/gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class ProfileEvidenceTest : public ::testing::Test {
 protected:
  ProfileEvidenceTest() {
    const MatrixXd X = uniform_points(60, 5, rng_);
    inputs_ = X;
    distances_ = squared_distances(X, X);
    y_ = Standardisation::of(smooth(X)).apply(smooth(X));
  }
  static VectorXd smooth(const MatrixXd& X) {
    return (9 * X.col(0)).array().sin() + X.col(1).array() * X.col(2).array();
  }
  double evidence(double log_lengthscale, double signal, double noise) const {
    auto kernel = make_kernel("matern52", 5, false);
    GaussianProcessOptions options;
    options.noise = noise;
    VectorXd gradient;
    return GaussianProcess<VectorXd>(*kernel, options)
        .objective(inputs_, y_, Eigen::Vector2d(std::log(signal), log_lengthscale), gradient);
  }

  Rng rng_{3};
  MatrixXd inputs_, distances_, workspace_;
  VectorXd y_;
};

TEST_F(ProfileEvidenceTest, IsTheEvidenceAtTheBestSignalVariance) {
  const double ratio = 1e-4;
  const auto profile = profile_evidence(RadialFamily::matern52, distances_, y_, 0.3, ratio, workspace_);
  ASSERT_TRUE(profile);
  const double s = profile->signal_variances[0];
  EXPECT_NEAR(profile->log_evidence, evidence(0.3, s, ratio * s), 1e-7);
  EXPECT_GT(profile->log_evidence, evidence(0.3, 1.1 * s, ratio * 1.1 * s));
  EXPECT_GT(profile->log_evidence, evidence(0.3, 0.9 * s, ratio * 0.9 * s));
}

TEST_F(ProfileEvidenceTest, FitReachesWhatLbfgsReaches) {
  ProfileSearch search;
  search.lower = std::log(0.01 * std::sqrt(5.0));
  search.upper = std::log(10 * std::sqrt(5.0));
  search.starts = 12;
  search.noise = 1e-4;
  const auto first = fit_profile(RadialFamily::matern52, distances_, y_, {}, search, workspace_);
  ASSERT_TRUE(first);
  search.starts = 0;
  const auto local = fit_profile(RadialFamily::matern52, distances_, y_, *first, search, workspace_);
  ASSERT_TRUE(local);
  EXPECT_LT(local->evaluations, 10);
  EXPECT_NEAR(local->log_evidence,
              evidence(local->log_lengthscale, local->signal_variance, local->noise_variance), 1e-6);
  EXPECT_LT(local->noise_variance, 4e-4);
  EXPECT_GT(local->noise_variance, 0.25e-4);
  GaussianProcessOptions options;
  options.noise = local->noise_variance;
  const auto reference =
      GaussianProcess<VectorXd>(*make_kernel("matern52", 5, false), options).fit(inputs_, y_, rng_);
  ASSERT_TRUE(reference.model);
  EXPECT_NEAR(local->log_evidence, reference.summary.log_evidence, 0.1);
  EXPECT_NEAR(local->log_lengthscale, reference.summary.hyperparameters[1], 0.2);
}

TEST_F(ProfileEvidenceTest, ConstantTargetsGiveAFiniteFit) {
  ProfileSearch search;
  search.lower = -3;
  search.upper = 3;
  search.starts = 6;
  const auto fit =
      fit_profile(RadialFamily::matern52, distances_, VectorXd::Zero(60), {}, search, workspace_);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(std::isfinite(fit->log_evidence));
  EXPECT_GT(fit->signal_variance, 0);
}

}  // namespace
}  // namespace bora::surrogates
