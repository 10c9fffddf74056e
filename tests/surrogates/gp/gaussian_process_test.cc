#include "surrogates/gp/gaussian_process.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/gradient_check.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/support/golden.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::gaussian_process_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = GaussianProcess<VectorXd>;
using Fitted = FittedGaussianProcess<VectorXd>;
using testing::normal_matrix;
using testing::normal_vector;

VectorXd smooth(const MatrixXd& X) {
  return (4 * X.col(0)).array().sin() + X.col(1).array().square() - 3;
}

/// A process over n points in 2 dimensions with fixed hyper-parameters.
Fitted conditioned(const MatrixXd& X, const VectorXd& y, double noise = 1e-3) {
  std::shared_ptr<ContinuousKernel> kernel = make_kernel("matern52", 2, true);
  kernel->set_hyperparameters(Eigen::Vector3d(0.2, -0.6, -0.1));
  auto fitted = Fitted::condition(kernel, X, y, noise, Standardisation::of(y));
  EXPECT_TRUE(fitted);
  return *fitted;
}

TEST(GaussianProcess, OnePointInClosedForm) {
  std::shared_ptr<ContinuousKernel> kernel = make_kernel("se", 1, false);
  kernel->set_hyperparameters(Eigen::Vector2d(std::log(2.0), std::log(0.5)));
  const auto fitted = Fitted::condition(kernel, MatrixXd::Zero(1, 1), VectorXd::Constant(1, 3.0), 0.5, {});
  ASSERT_TRUE(fitted);
  const auto at = fitted->marginal(MatrixXd::Constant(1, 1, 0.5));
  const double k = 2 * std::exp(-0.5);
  EXPECT_NEAR(at.mean[0], k * 3 / 2.5, 1e-14);
  EXPECT_NEAR(at.variance[0], 2 - k * k / 2.5, 1e-14);
  EXPECT_NEAR(fitted->log_evidence(), -0.5 * 9 / 2.5 - 0.5 * std::log(2 * M_PI * 2.5), 1e-14);
}

TEST(GaussianProcess, MatchesTheGoldenNumbers) {
  MatrixXd X(12, 3), Z(5, 3), covariance(5, 5);
  VectorXd y(12), mean(5);
  double evidence = 0;
  for (const auto& row : testing::golden_rows("gaussian_process.csv")) {
    const int i = std::stoi(row[1]);
    const auto cell = [&](int j) { return std::stod(row[2 + j]); };
    if (row[0] == "evidence") evidence = cell(0);
    if (row[0] == "X") y[i] = cell(3);
    if (row[0] == "posterior") mean[i] = cell(0);
    for (int j = 0; j < 5; ++j) {
      if (row[0] == "X" && j < 3) X(i, j) = cell(j);
      if (row[0] == "Z" && j < 3) Z(i, j) = cell(j);
      if (row[0] == "posterior") covariance(i, j) = cell(1 + j);
    }
  }
  std::shared_ptr<ContinuousKernel> kernel = make_kernel("matern52", 3, true);
  kernel->set_hyperparameters(Eigen::Vector4d(1.3, 0.4, 0.9, 1.7).array().log());
  const auto fitted = Fitted::condition(kernel, X, y, 0.01, Standardisation::of(y));
  ASSERT_TRUE(fitted);
  const auto joint = fitted->joint(Z);
  const auto marginal = fitted->marginal(Z);
  EXPECT_LT((joint.mean - mean).norm(), 1e-10);
  EXPECT_LT((joint.covariance - covariance).norm(), 1e-10);
  EXPECT_LT((marginal.mean - mean).norm(), 1e-10);
  EXPECT_LT((marginal.variance - covariance.diagonal()).norm(), 1e-10);
  EXPECT_NEAR(fitted->log_evidence(), evidence, 1e-9);
}

TEST(GaussianProcess, InterpolatesWithLittleNoise) {
  Rng rng(1);
  const MatrixXd X = uniform_points(20, 2, rng);
  const auto fitted = conditioned(X, smooth(X), 1e-8);
  const auto at = fitted.marginal(X);
  EXPECT_LT((at.mean - smooth(X)).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_LT(at.variance.maxCoeff(), 1e-6);
}

TEST(GaussianProcess, AppendEqualsConditioningOnAll) {
  Rng rng(2);
  const MatrixXd X = uniform_points(25, 2, rng);
  const MatrixXd Z = uniform_points(6, 2, rng);
  const VectorXd y = smooth(X);
  const auto few = conditioned(X.topRows(20), y.head(20));
  const auto grown = few.append(X.bottomRows(5), y.tail(5));
  ASSERT_TRUE(grown);
  // All the points, under the standardisation of the first twenty.
  const auto all = Fitted::condition(std::shared_ptr<ContinuousKernel>(copy_of(few.kernel())), X, y,
                                     few.noise(), few.standardisation());
  ASSERT_TRUE(all);
  EXPECT_LT((grown->marginal(Z).mean - all->marginal(Z).mean).norm(), 1e-10);
  EXPECT_LT((grown->joint(Z).covariance - all->joint(Z).covariance).norm(), 1e-10);
  EXPECT_NEAR(grown->log_evidence(), all->log_evidence(), 1e-8);
  EXPECT_EQ(few.inputs().rows(), 20) << "append must leave the process it extends as it was";
}

TEST(GaussianProcess, GrownEqualsConditioningOnAll) {
  Rng rng(2);
  const MatrixXd X = uniform_points(25, 2, rng);
  const MatrixXd Z = uniform_points(6, 2, rng);
  const VectorXd y = smooth(X);
  const auto few = conditioned(X.topRows(20), VectorXd::Ones(20) + y.head(20));
  for (const Eigen::Index n : {20, 25}) {
    const auto standardisation = Standardisation::of(y.head(n));
    const auto grown = few.grown(X.topRows(n), y.head(n), standardisation);
    ASSERT_TRUE(grown);
    const auto all = conditioned(X.topRows(n), y.head(n));
    EXPECT_LT((grown->marginal(Z).mean - all.marginal(Z).mean).norm(), 1e-10);
    EXPECT_LT((grown->joint(Z).covariance - all.joint(Z).covariance).norm(), 1e-10);
    EXPECT_NEAR(grown->log_evidence(), all.log_evidence(), 1e-8);
    EXPECT_EQ(grown->observations(), n);
  }
  EXPECT_FALSE(few.grown(X.bottomRows(22), y.tail(22), {})) << "others than it has seen";
  EXPECT_FALSE(few.grown(X.topRows(19), y.head(19), {})) << "fewer than it has seen";
  const auto imputing = few.given(X.bottomRows(1), VectorXd::Zero(1));
  EXPECT_FALSE(dynamic_cast<const Fitted&>(*imputing).grown(X, y, {}))
      << "imputed values are no observations";
}

// mean() takes a shortcut at observed points, which must give the same result.
TEST(GaussianProcess, MeanAtItsOwnPointsIsTheMeanThere) {
  Rng rng(5);
  const MatrixXd X = uniform_points(30, 2, rng);
  const auto fitted = conditioned(X, smooth(X) + normal_vector(30, rng), 0.1);
  const MatrixXd reversed = X.colwise().reverse();
  EXPECT_LT((fitted.mean(X) - fitted.mean(reversed).reverse()).norm(), 1e-10);
  EXPECT_LT((fitted.mean(X.topRows(7)) - fitted.mean(X).head(7)).norm(), 1e-10);
  // Values of through() have their own noise.
  const auto through = fitted.through(uniform_points(2, 2, rng), VectorXd::Zero(2));
  const auto& grown = dynamic_cast<const Fitted&>(*through);
  const MatrixXd all = grown.inputs();
  EXPECT_LT((grown.mean(all) - grown.mean(all.colwise().reverse()).reverse()).norm(), 1e-10);
}

TEST(GaussianProcess, EachTargetHasItsNoise) {
  Rng rng(5);
  const MatrixXd X = uniform_points(12, 2, rng), Z = uniform_points(3, 2, rng);
  const double noise = 0.1;
  const auto fitted = conditioned(X, smooth(X), noise);
  const auto given = fitted.given(Z.topRows(1), VectorXd::Ones(1));
  const auto through = given->through(Z.middleRows(1, 1), VectorXd::Ones(1));
  const auto both = through->given(Z.bottomRows(1), VectorXd::Ones(1));
  const auto& process = dynamic_cast<const Fitted&>(*both);
  VectorXd noises = VectorXd::Constant(15, noise);
  noises[13] = 1e-8 * process.kernel().diag(Z).maxCoeff();
  EXPECT_EQ(process.noises(), noises);
  MatrixXd A = process.kernel().gram(process.inputs());
  A.diagonal() += noises;
  const MatrixXd& L = process.factor().lower;
  EXPECT_LT((L * L.transpose() - A).norm(), 1e-12);
  const auto with = process.with(std::shared_ptr<ContinuousKernel>(copy_of(process.kernel())),
                                 process.targets(), 0.3, process.standardisation());
  ASSERT_TRUE(with);
  EXPECT_EQ(with->noise(), 0.3);
  EXPECT_EQ(with->noises()[12], 0.3);
  EXPECT_EQ(with->noises()[13], noises[13]);
  EXPECT_EQ(with->observations(), 12);
}

TEST(GaussianProcess, DuplicatesAreSurvived) {
  MatrixXd X = MatrixXd::Constant(200, 2, 0.5);
  VectorXd y = VectorXd::LinSpaced(200, 0, 1);
  const auto fitted = conditioned(X, y, 1e-12);
  EXPECT_NEAR(fitted.marginal(X.topRows(1)).mean[0], 0.5, 1e-2);  // up to rounding with the jitter
  // With 200 points on a short line, nearly all pivots are rounding errors, so that some are 0 or below on
  // any processor and with any compiler.
  X.col(0) = VectorXd::LinSpaced(200, 0.45, 0.55);
  const auto with_jitter = conditioned(X, y, 1e-18);
  ASSERT_GT(with_jitter.jitter(), 0);
  MatrixXd A = with_jitter.kernel().gram(X);
  A.diagonal().array() += with_jitter.noise() + with_jitter.jitter();
  const MatrixXd& L = with_jitter.factor().lower;
  EXPECT_LT((L * L.transpose() - A).norm(), 1e-12) << "factor of the matrix with jitter";
  EXPECT_TRUE(L.isLowerTriangular(0));
}

// Many points are handled in blocks, which must give the same result.
TEST(GaussianProcess, MarginalOfManyIsThatOfEach) {
  Rng rng(8);
  const MatrixXd X = uniform_points(20, 2, rng), Z = uniform_points(300, 2, rng);
  const auto fitted = conditioned(X, smooth(X), 1e-4);
  const MarginalPosterior all = fitted.marginal(Z);
  ASSERT_EQ(all.mean.size(), 300);
  ASSERT_EQ(all.variance.size(), 300);
  for (const int i : {0, 127, 128, 255, 256, 299}) {
    const MarginalPosterior one = fitted.marginal(Z.row(i));
    EXPECT_NEAR(all.mean[i], one.mean[0], 1e-10) << i;
    EXPECT_NEAR(all.variance[i], one.variance[0], 1e-10) << i;
  }
}

TEST(GaussianProcess, ConstantTargetsAreSurvived) {
  Rng rng(3);
  const MatrixXd X = uniform_points(10, 2, rng);
  const auto result = Process(*make_kernel("matern52", 2, false)).fit(X, VectorXd::Constant(10, 7.0), rng);
  ASSERT_TRUE(result.model);
  EXPECT_NEAR(result.model->marginal(X).mean[3], 7, 1e-9);
}

TEST(GaussianProcess, MarginalGradientMatchesFiniteDifferences) {
  Rng rng(4);
  const MatrixXd X = uniform_points(15, 2, rng);
  const MatrixXd Z = uniform_points(4, 2, rng);
  const auto fitted = conditioned(X, smooth(X));
  const VectorXd a = normal_vector(4, rng);
  const VectorXd b = normal_vector(4, rng);
  MatrixXd G;
  fitted.marginal_with_gradient(
      Z,
      [&](const MarginalPosterior&) {
        return MarginalPosterior{a, b};
      },
      G);
  const auto check = check_gradient(
      [&](const VectorXd& z) {
        const auto at = fitted.marginal(Eigen::Map<const MatrixXd>(z.data(), 4, 2));
        return a.dot(at.mean) + b.dot(at.variance);
      },
      Eigen::Map<const VectorXd>(Z.data(), 8), Eigen::Map<const VectorXd>(G.data(), 8));
  EXPECT_LT(check.worst, 1e-6);
}

TEST(GaussianProcess, JointGradientMatchesFiniteDifferences) {
  Rng rng(5);
  const MatrixXd X = uniform_points(15, 2, rng);
  const MatrixXd Z = uniform_points(4, 2, rng);
  const auto fitted = conditioned(X, smooth(X));
  const VectorXd a = normal_vector(4, rng);
  const MatrixXd B = normal_matrix(4, 4, rng);  // not symmetric on purpose
  MatrixXd G;
  // Weights need not be symmetric.
  fitted.joint_with_gradient(
      Z,
      [&](const JointPosterior&) {
        return JointPosterior{a, B};
      },
      G);
  const auto check = check_gradient(
      [&](const VectorXd& z) {
        const auto at = fitted.joint(Eigen::Map<const MatrixXd>(z.data(), 4, 2));
        return a.dot(at.mean) + B.cwiseProduct(at.covariance).sum();
      },
      Eigen::Map<const VectorXd>(Z.data(), 8), Eigen::Map<const VectorXd>(G.data(), 8));
  EXPECT_LT(check.worst, 1e-6);
}

TEST(LogNormalPrior, IsADensityOfTheValueItself) {
  EXPECT_NEAR(LogNormalPrior(0.3, 1).slope(0.3 - 1), 0, 1e-12) << "mode: exp(location - scale^2)";
  EXPECT_NEAR(LogNormalPrior(0, 1).log_density(std::log(2.0)), std::log(0.15687402), 1e-7) << "at 2 (SciPy)";
}

TEST(GaussianProcess, ObjectiveGradientMatchesFiniteDifferences) {
  Rng rng(6);
  const MatrixXd X = uniform_points(15, 2, rng);
  const VectorXd y = Standardisation::of(smooth(X)).apply(smooth(X));
  GaussianProcessOptions options;
  options.learn_noise = true;
  options.priors = {std::make_shared<LogNormalPrior>(0.3, 0.5), std::make_shared<LogNormalPrior>(0.1, 0.7),
                    nullptr, std::make_shared<LogNormalPrior>(-4, 1)};
  const Process process(*make_kernel("matern52", 2, true), options);
  const VectorXd theta = Eigen::Vector4d(0.3, -0.5, 0.2, -3);
  VectorXd gradient, unused;
  process.objective(X, y, theta, gradient);
  const auto check =
      check_gradient([&](const VectorXd& t) { return process.objective(X, y, t, unused); }, theta, gradient);
  EXPECT_LT(check.worst, 1e-6) << process.names()[check.where];
}

TEST(GaussianProcess, FitRecoversTheProcessThatMadeTheData) {
  Rng rng(7);
  const int n = 120;
  const MatrixXd X = uniform_points(n, 1, rng);
  auto truth = make_kernel("matern52", 1, false);
  truth->set_hyperparameters(Eigen::Vector2d(std::log(1.0), std::log(0.15)));
  MatrixXd A = truth->gram(X);
  A.diagonal().array() += 0.01;
  const VectorXd y = cholesky(A)->lower * normal_vector(n, rng);
  GaussianProcessOptions options;
  options.learn_noise = true;
  options.standardise = false;
  const auto result = Process(*make_kernel("matern52", 1, false), options).fit(X, y, rng);
  ASSERT_TRUE(result.model);
  EXPECT_NEAR(result.summary.hyperparameters[1], std::log(0.15), 0.5);
  EXPECT_NEAR(result.summary.hyperparameters[2], std::log(0.01), 0.5);
  VectorXd gradient;
  EXPECT_GE(
      result.summary.log_evidence,
      Process(*truth, options).objective(X, y, Eigen::Vector3d(0, std::log(0.15), std::log(0.01)), gradient));
  EXPECT_GT(result.summary.evaluations, 4);
  EXPECT_EQ(result.summary.termination, Termination::converged);
  EXPECT_NEAR(result.summary.log_evidence, result.model->log_evidence(), 1e-9);
}

TEST(GaussianProcess, PriorsPullTheFit) {
  Rng rng(8);
  const MatrixXd X = uniform_points(8, 2, rng);
  const VectorXd y = smooth(X);
  GaussianProcessOptions options;
  // Under a prior as narrow as 0.01 the eight points have no influence. Its mode in v is exp(location -
  // scale^2).
  options.priors = {nullptr, std::make_shared<LogNormalPrior>(std::log(0.33), 0.01)};
  const auto result = Process(*make_kernel("se", 2, false), options).fit(X, y, rng);
  ASSERT_TRUE(result.model);
  EXPECT_NEAR(std::exp(result.summary.hyperparameters[1]), 0.33, 0.02);
}

TEST(GaussianProcess, SameRngSameFit) {
  Rng points(9), one(1), same(1);
  const MatrixXd X = uniform_points(20, 2, points);
  const Process process(*make_kernel("matern32", 2, true));
  EXPECT_EQ(process.fit(X, smooth(X), one).summary.hyperparameters,
            process.fit(X, smooth(X), same).summary.hyperparameters);
}

TEST(GaussianProcess, RefusesBadInput) {
  Rng rng(1);
  const Process process(*make_kernel("se", 2, false));
  EXPECT_THROW(process.fit(MatrixXd::Zero(3, 2), VectorXd::Zero(2), rng), InputError);
  EXPECT_THROW(process.fit(MatrixXd::Zero(0, 2), VectorXd::Zero(0), rng), InputError);
  EXPECT_THROW(process.fit(MatrixXd::Zero(1, 2), VectorXd::Constant(1, std::nan("")), rng), InputError);
  GaussianProcessOptions options;
  options.noise = 0;
  EXPECT_THROW(Process(*make_kernel("se", 2, false), options), InputError);
  options = {};
  options.priors = {nullptr};
  EXPECT_THROW(Process(*make_kernel("se", 2, false), options), InputError);
}

}  // namespace
}  // namespace bora::surrogates::gaussian_process_test
