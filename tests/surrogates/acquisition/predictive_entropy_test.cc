#include "surrogates/acquisition/predictive_entropy.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/normal.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates {
namespace {

using Eigen::Matrix2d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

constexpr double kNone = std::numeric_limits<double>::infinity();

// Moments of a half-normal variable, and of a normal variable correlated with it.
TEST(AboveSteps, IsExactWithOneStep) {
  Matrix2d covariance;
  covariance << 1, 0.6, 0.6, 2;
  const JointPosterior hard = above_steps({Vector2d(0, 1), covariance}, Vector2d(0, 0), Vector2d(0, kNone));
  EXPECT_NEAR(hard.mean[0], std::sqrt(2 / M_PI), 1e-9);
  EXPECT_NEAR(hard.covariance(0, 0), 1 - 2 / M_PI, 1e-9);
  EXPECT_NEAR(hard.mean[1], 1 + 0.6 * std::sqrt(2 / M_PI), 1e-9);
  EXPECT_NEAR(hard.covariance(1, 1), 2 - 0.36 * 2 / M_PI, 1e-9);
  EXPECT_NEAR(hard.covariance(0, 1), 0.6 * (1 - 2 / M_PI), 1e-9);
  // A soft step of width 1 is a hard step of x plus unit noise, which has a correlation of 1 / sqrt(2) with
  // x.
  const JointPosterior soft = above_steps({Vector2d(0, 1), covariance}, Vector2d(0, 0), Vector2d(1, kNone));
  EXPECT_NEAR(soft.mean[0], std::sqrt(1 / M_PI), 1e-9);
  EXPECT_NEAR(soft.covariance(0, 0), 1 - 1 / M_PI, 1e-9);
}

// Both of two normal variables of correlation 1/2 are above 0 with probability 1/3, and then their mean is
// 3 (1 + 1/2) / (2 sqrt(2 pi)).
TEST(AboveSteps, ComesNearTheMomentsOfTwoSteps) {
  Matrix2d covariance;
  covariance << 1, 0.5, 0.5, 1;
  const JointPosterior both = above_steps({Vector2d(0, 0), covariance}, Vector2d(0, 0), Vector2d(0, 0));
  EXPECT_NEAR(both.mean[0], 2.25 / std::sqrt(2 * M_PI), 0.02);
  EXPECT_NEAR(both.mean[1], both.mean[0], 1e-8);
  const JointPosterior apart =
      above_steps({Vector2d(0, 0), Matrix2d::Identity()}, Vector2d(0, 0), Vector2d(0, 0));
  EXPECT_NEAR(apart.mean[1], std::sqrt(2 / M_PI), 1e-9) << "independent";
}

TEST(VarianceBelow, IsThatOfTheFormulas) {
  EXPECT_NEAR(variance_below(0, 1, 0, 1, 0), 1 - 1 / M_PI, 1e-12) << "the smaller of two";
  EXPECT_NEAR(variance_below(0, 1, 0, 0, 0), 1 - 2 / M_PI, 1e-12) << "below a number";
  EXPECT_NEAR(variance_below(0, 1, 100, 1, 0), 1, 1e-12) << "far below";
  EXPECT_EQ(variance_below(2, 1, 2, 1, 1), 1) << "the same value";
}

std::shared_ptr<const Process> observed() {
  const MatrixXd X = Eigen::Vector3d(0.1, 0.55, 0.9);
  const VectorXd y = Eigen::Vector3d(-0.5, 0.6, -0.3);
  auto kernel = std::shared_ptr<ContinuousKernel>(make_kernel("se", 1, true));
  kernel->set_hyperparameters(Vector2d(0, std::log(0.25)));
  return std::make_shared<const Process>(*Process::condition(kernel, X, y, 1e-2, Standardisation{}));
}

// Compares with weighted draws, from the posterior, of the value at a point, the value at the maximum and,
// with derivatives, the second differences at the maximum given slopes of 0.
TEST(LargestAt, HasTheVarianceOfWeightedDraws) {
  const auto process = observed();
  for (const bool derivatives : {false, true})
    for (const double z : {0.3, 0.7}) {
      const VectorXd top = VectorXd::Constant(1, 0.45);
      const double largest = 0.6;
      const LargestAt given(process, top, derivatives ? std::vector<int>{0} : std::vector<int>{}, largest);
      MatrixXd Z(4, 1);
      Z << z, 0.45, 0.46, 0.44;
      const JointPosterior at = process->joint(Z);
      MatrixXd map = MatrixXd::Zero(4, 4);  // to z, the value, the slope, the curvature downwards
      map(0, 0) = map(1, 1) = map(2, 2) = 1;
      map(2, 3) = -1;
      map.row(3) << 0, 2, -1, -1;
      VectorXd mean = map * at.mean;
      MatrixXd covariance = map * at.covariance * map.transpose();
      if (derivatives) {
        const VectorXd with = covariance.col(2);
        mean -= with * mean[2] / with[2];
        covariance -= with * with.transpose() / with[2];
      }
      covariance.row(2).setZero();
      covariance.col(2).setZero();
      covariance.diagonal().array() += 1e-12;
      const MatrixXd factor = covariance.llt().matrixL();
      Rng rng(5);
      double weights = 0, sum = 0, squares = 0;
      for (int i = 0; i < 200000; ++i) {
        VectorXd draw(4);
        for (double& value : draw) value = rng.normal();
        draw = mean + factor * draw;
        if (draw[0] > draw[1] || (derivatives && draw[3] < 0)) continue;
        const double weight = normal_cdf((draw[1] - largest) / 0.1);
        weights += weight;
        sum += weight * draw[0];
        squares += weight * draw[0] * draw[0];
      }
      const double variance = squares / weights - std::pow(sum / weights, 2);
      EXPECT_NEAR(given.variances(MatrixXd::Constant(1, 1, z))[0] / variance, 1, 0.06)
          << z << (derivatives ? " with derivatives" : "");
    }
}

// The gain of information is about 0 where the posterior is certain, and its gradient equals finite
// differences.
TEST(PredictiveEntropy, GainsWhereSomethingIsUnknown) {
  const auto process = observed();
  SearchedSpace<VectorXd> space;
  space.draw = [](int n, Rng& rng) { return uniform_points(n, 1, rng); };
  space.largest_at = [](const PointAcquisition& score, Rng& rng) {
    const MatrixXd Z = uniform_points(200, 1, rng);
    Eigen::Index best = 0;
    score.values(Z).maxCoeff(&best);
    return VectorXd(Z.row(best).transpose());
  };
  space.real = {0};
  Rng rng(1);
  const MatrixXd X = process->inputs();
  const auto score = predictive_entropy_rule(space)({process, 0.6, rng, &X, nullptr});
  const VectorXd gains = score->values(VectorXd::LinSpaced(41, 0, 1));
  EXPECT_GT(gains.maxCoeff(), 0.1);
  EXPECT_LT(score->values(MatrixXd::Constant(1, 1, 0.1))[0], 0.3 * gains.maxCoeff()) << "observed, and low";
  VectorXd gradient;
  const VectorXd z = VectorXd::Constant(1, 0.33);
  EXPECT_NEAR(score->value(z, gradient), score->values(z.transpose())[0], 1e-12);
  const double step = 1e-3;
  const VectorXd around = score->values(Vector2d(z[0] + step, z[0] - step));
  EXPECT_NEAR(gradient[0], (around[0] - around[1]) / (2 * step), 1e-2);
  EXPECT_THROW(predictive_entropy_rule(space, {.points = 0}), InputError);
}

}  // namespace
}  // namespace bora::surrogates
