#include "surrogates/gp/path_sample.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/kernels/categorical/overlap.h"
#include "surrogates/kernels/continuous/compose.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::path_sample_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

Process observed() {
  Rng rng(3);
  const MatrixXd X = uniform_points(10, 2, rng);
  const VectorXd y = 3 + 2 * (6 * X.col(0)).array().sin() + X.col(1).array();
  return *Process::condition(std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y,
                             1e-2, Standardisation::of(y));
}

// Mean and covariance of many functions, at points near and far, are those of the process.
TEST(PathSample, IsDrawnFromThePosterior) {
  const Process process = observed();
  MatrixXd Z(4, 2);
  Z << 0.1, 0.2, 0.15, 0.2, 0.9, 0.9, -1, 2;
  const JointPosterior exact = process.joint(Z);
  Rng rng(1);
  constexpr int kDraws = 3000;
  VectorXd sum = VectorXd::Zero(4);
  MatrixXd products = MatrixXd::Zero(4, 4);
  for (int i = 0; i < kDraws; ++i) {
    // Few features, since each draw has its own: what they miss averages out.
    auto features = process.kernel().features(64, rng);
    ASSERT_TRUE(features);
    const VectorXd f = PathSample(process, std::move(*features), rng).values(Z);
    sum += f;
    products += f * f.transpose();
  }
  const VectorXd mean = sum / kDraws;
  const MatrixXd covariance = products / kDraws - mean * mean.transpose();
  const double scale = exact.covariance.diagonal().maxCoeff();
  EXPECT_LT((mean - exact.mean).cwiseAbs().maxCoeff(), 0.06 * std::sqrt(scale));
  EXPECT_LT((covariance - exact.covariance).cwiseAbs().maxCoeff(), 0.09 * scale);
}

TEST(PathSample, IsOneFunctionWithItsGradients) {
  const Process process = observed();
  Rng rng(2);
  const auto function = process.sampled(rng);
  ASSERT_TRUE(function);
  const MatrixXd Z = uniform_points(5, 2, rng);
  EXPECT_LT((function->values(Z).tail(2) - function->values(Z.bottomRows(2))).cwiseAbs().maxCoeff(), 1e-9);
  const VectorXd weights = testing::normal_vector(5, rng);
  const MatrixXd gradients = function->gradients(Z, weights);
  for (int i = 0; i < 5; ++i) {
    const auto value = [&](const VectorXd& z) { return weights[i] * function->values(z.transpose())[0]; };
    EXPECT_LT(check_gradient(value, Z.row(i).transpose(), gradients.row(i).transpose(), 1e-4).worst, 1e-5);
  }
  EXPECT_GT((process.sampled(rng)->values(Z) - function->values(Z)).cwiseAbs().maxCoeff(), 1e-3)
      << "another one";
}

TEST(PathSample, PassesThroughValuesWithoutNoise) {
  const MatrixXd Z = MatrixXd::Constant(1, 2, 0.3);
  const auto process = observed().through(Z, VectorXd::Constant(1, 4));
  Rng rng(1);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(process->sampled(rng)->values(Z)[0], 4, 2e-3);
}

TEST(PathSample, IsNotDrawnOfCategories) {
  Rng rng(1);
  const MatrixXd X = (2 * uniform_points(5, 2, rng)).array().floor();
  const VectorXd y = X.rowwise().sum();
  const auto process =
      Process::condition(std::make_shared<OverlapKernel>(2), X, y, 1e-2, Standardisation::of(y));
  EXPECT_EQ(process->sampled(rng), nullptr);
}

TEST(JointGradient, IsThatOfTheJointPosterior) {
  const Process process = observed();
  Rng rng(4);
  const MatrixXd Z = uniform_points(3, 2, rng);
  const VectorXd a = testing::normal_vector(3, rng);
  const MatrixXd B = testing::normal_matrix(3, 3, rng);
  MatrixXd gradient;
  const auto posterior = process.joint_with_gradient(
      Z,
      [&](const JointPosterior&) {
        return JointPosterior{a, B};
      },
      gradient);
  EXPECT_LT((posterior.covariance - process.joint(Z).covariance).cwiseAbs().maxCoeff(), 1e-12);
  for (int i = 0; i < 3; ++i) {
    const auto value = [&](const VectorXd& z) {
      MatrixXd moved = Z;
      moved.row(i) = z.transpose();
      const JointPosterior at = process.joint(moved);
      return a.dot(at.mean) + B.cwiseProduct(at.covariance).sum();
    };
    EXPECT_LT(check_gradient(value, Z.row(i).transpose(), gradient.row(i).transpose(), 1e-4).worst, 1e-5);
  }
}

}  // namespace
}  // namespace bora::surrogates::path_sample_test
