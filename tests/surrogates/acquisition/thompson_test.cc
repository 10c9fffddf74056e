#include "surrogates/acquisition/thompson.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/categorical/overlap.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

// Two categories of three values and one number, by a kernel that has no features.
std::shared_ptr<const Process> of_categories() {
  Rng rng(1);
  const MatrixXd X = (3 * uniform_points(8, 2, rng)).array().floor();
  const VectorXd y = X.col(0).array() - (X.col(1).array() - 1).abs();
  return std::make_shared<const Process>(
      *Process::condition(std::make_shared<ScaledKernel>(std::make_unique<OverlapKernel>(2)), X, y, 1e-3,
                          Standardisation::of(y)));
}

SearchedSpace<VectorXd> categories() {
  return {[](int n, Rng& rng) { return MatrixXd((3 * uniform_points(n, 2, rng)).array().floor()); }, {}};
}

// With a kernel that has features, the score is one function, and each call of the rule draws another one.
TEST(Thompson, TakesOneFunctionAnAsk) {
  Rng rng(1);
  const MatrixXd X = uniform_points(6, 2, rng);
  const VectorXd y = X.rowwise().sum();
  const auto process = std::make_shared<const Process>(
      *Process::condition(std::shared_ptr<const ContinuousKernel>(make_kernel("se", 2, true)), X, y, 1e-2,
                          Standardisation::of(y)));
  const auto rule = thompson_rule<VectorXd>({});
  const auto first = rule({process, 0, rng});
  const auto second = rule({process, 0, rng});
  const MatrixXd Z = uniform_points(10, 2, rng);
  EXPECT_EQ(first->values(Z), first->values(Z));
  EXPECT_GT((first->values(Z) - second->values(Z)).cwiseAbs().maxCoeff(), 1e-3);
  ASSERT_TRUE(first->smooth());
  VectorXd gradient;
  const VectorXd z = Z.row(0).transpose();
  EXPECT_NEAR(first->value(z, gradient), first->values(z.transpose())[0], 1e-10);
  EXPECT_LT(
      check_gradient([&](const VectorXd& x) { return first->values(x.transpose())[0]; }, z, gradient, 1e-4)
          .worst,
      1e-5);
}

// Drawn functions have no observation noise: their variance over many draws is that of the posterior.
TEST(Thompson, IsNotShrunkByNoise) {
  const MatrixXd X = (MatrixXd(2, 2) << 0, 0, 2, 2).finished();
  const Eigen::Vector2d y(-1, 1);
  const auto process = std::make_shared<const Process>(*Process::condition(
      std::make_shared<ScaledKernel>(std::make_unique<OverlapKernel>(2)), X, y, 0.5, Standardisation::of(y)));
  const MatrixXd Z = (MatrixXd(1, 2) << 1, 1).finished();
  const auto rule = thompson_rule<VectorXd>(categories(), 64);
  Rng rng(4);
  constexpr int kAsks = 400;
  VectorXd values(kAsks);
  for (double& value : values) value = rule({process, 0, rng})->values(Z)[0];
  const double variance = (values.array() - values.mean()).square().mean();
  EXPECT_NEAR(variance / process->marginal(Z).variance[0], 1, 0.2);
}

// With a kernel that has no features, values over many draws have the posterior mean and covariance.
TEST(Thompson, DrawsJointlyWhereTheKernelHasNoFeatures) {
  const auto process = of_categories();
  Rng rng(2);
  MatrixXd Z(3, 2);
  Z << 0, 0, 0, 2, 2, 1;
  const JointPosterior exact = process->joint(Z);
  VectorXd sum = VectorXd::Zero(3);
  MatrixXd products = MatrixXd::Zero(3, 3);
  constexpr int kDraws = 1500;
  const auto rule = thompson_rule(categories(), 60);
  for (int i = 0; i < kDraws; ++i) {
    const VectorXd f = rule({process, 0, rng})->values(Z);
    sum += f;
    products += f * f.transpose();
  }
  const VectorXd mean = sum / kDraws;
  const double scale = exact.covariance.diagonal().maxCoeff();
  EXPECT_LT((mean - exact.mean).cwiseAbs().maxCoeff(), 0.1 * std::sqrt(scale));
  EXPECT_LT((products / kDraws - mean * mean.transpose() - exact.covariance).cwiseAbs().maxCoeff(),
            0.12 * scale);
}

TEST(Thompson, RefusesNoPoints) {
  EXPECT_THROW(thompson_rule(categories(), 0), InputError);
}

}  // namespace
}  // namespace bora::surrogates
