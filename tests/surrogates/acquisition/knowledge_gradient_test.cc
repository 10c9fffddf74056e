#include "surrogates/acquisition/knowledge_gradient.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates::knowledge_gradient_test {
namespace {

using Eigen::VectorXd;

double by_integration(const VectorXd& a, const VectorXd& b) {
  double sum = 0, mass = 0;
  for (double z = -9; z < 9; z += 1e-4) {
    const double weight = std::exp(-0.5 * z * z);
    sum += weight * (a + b * z).maxCoeff();
    mass += weight;
  }
  return sum / mass - a.maxCoeff();
}

TEST(KnowledgeGradient, RiseIsThatOfTheIntegral) {
  Rng rng(1);
  for (const int k : {2, 5, 20}) {
    const VectorXd a = testing::normal_vector(k, rng), b = 0.7 * testing::normal_vector(k, rng);
    EXPECT_NEAR(std::exp(log_expected_rise(a, b).value), by_integration(a, b), 1e-6);
  }
  // Lines that are parallel, and one below all others.
  const VectorXd a = Eigen::Vector4d(0, 1, 0.5, -9), b = Eigen::Vector4d(1, 1, -1, 0);
  EXPECT_NEAR(std::exp(log_expected_rise(a, b).value), by_integration(a, b), 1e-6);
}

TEST(KnowledgeGradient, RiseOfWhatCannotChange) {
  const LogRise rise = log_expected_rise(Eigen::Vector3d(0, 1, 2), Eigen::Vector3d::Constant(0.4));
  EXPECT_LE(rise.value, -700);
  EXPECT_EQ(rise.by_a.norm() + rise.by_b.norm(), 0);
  // The logarithm is accurate where the value would underflow: h(-30).
  EXPECT_NEAR(log_expected_rise(Eigen::Vector2d(0, -30), Eigen::Vector2d(0, 1)).value, -457.724654, 1e-4);
}

TEST(KnowledgeGradient, SlopesOfTheRise) {
  Rng rng(2);
  const VectorXd a = testing::normal_vector(6, rng), b = testing::normal_vector(6, rng);
  const LogRise rise = log_expected_rise(a, b);
  EXPECT_LT(
      check_gradient([&](const VectorXd& x) { return log_expected_rise(x, b).value; }, a, rise.by_a).worst,
      1e-6);
  EXPECT_LT(
      check_gradient([&](const VectorXd& x) { return log_expected_rise(a, x).value; }, b, rise.by_b).worst,
      1e-6);
}

using Process = FittedGaussianProcess<VectorXd>;

std::shared_ptr<const Process> observed() {
  Rng rng(3);
  const Eigen::MatrixXd X = uniform_points(7, 2, rng);
  const VectorXd y = 3 * (5 * X.col(0)).array().sin() - X.col(1).array();
  return std::make_shared<const Process>(
      *Process::condition(std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y,
                          2e-2, Standardisation::of(y)));
}

// Compares with a process that is given values at z, which are drawn from its prediction.
TEST(KnowledgeGradient, IsWhatFantasiesGain) {
  const auto process = observed();
  Eigen::MatrixXd kept(4, 2);
  kept << 0.3, 0.1, 0.2, 0.2, 0.4, 0.05, 0.9, 0.9;
  const JointAcquisition<VectorXd, KnowledgeGradient> score(
      process, kept, KnowledgeGradient(process->mean(kept), process->observation_noise()));
  const Eigen::MatrixXd z = Eigen::RowVector2d(0.25, 0.02);
  const MarginalPosterior at = process->marginal(z);
  const double deviation = std::sqrt(at.variance[0] + process->observation_noise());
  const Eigen::MatrixXd all = joined_batches(kept, z);
  double gain = 0, mass = 0;
  for (double u = -6; u < 6; u += 0.02) {
    const double weight = std::exp(-0.5 * u * u);
    const auto told = process->given(z, at.mean.array() + deviation * u);
    gain += weight * told->mean(all).maxCoeff();
    mass += weight;
  }
  gain = gain / mass - process->mean(all).maxCoeff();
  ASSERT_GT(gain, 1e-5);
  EXPECT_NEAR(std::exp(score.values(z)[0]) / gain, 1, 1e-3);
}

TEST(KnowledgeGradient, GradientsAreThoseOfTheValues) {
  const auto process = observed();
  Rng rng(5);
  const Eigen::MatrixXd inputs = process->inputs();
  const SearchedSpace<VectorXd> space{[](int n, Rng& of) { return uniform_points(n, 2, of); }, {}};
  const auto score = knowledge_gradient_rule(space)({process, 0, rng, &inputs, nullptr});
  ASSERT_TRUE(score->smooth());
  const Eigen::MatrixXd Z = uniform_points(40, 2, rng);
  const VectorXd values = score->values(Z);
  for (int i = 0; i < 40; i += 8) {
    VectorXd gradient;
    EXPECT_NEAR(score->value(Z.row(i).transpose(), gradient), values[i], 1e-7);
    const auto at = [&](const VectorXd& x) { return score->values(x.transpose())[0]; };
    EXPECT_LT(check_gradient(at, Z.row(i).transpose(), gradient, 1e-5).worst, 1e-3);
  }
}

// Two lines that cross far from 0: the gain is tiny, but the gradient of its logarithm is not.
TEST(KnowledgeGradient, GradientsHoldWhereNextToNothingIsGained) {
  const Eigen::Vector2d a(0, -3), b(0.1, 0.4);
  const LogRise rise = log_expected_rise(a, b);
  ASSERT_LT(rise.value, -40);
  const double step = 1e-6;
  for (int i = 0; i < 2; ++i) {
    Eigen::Vector2d up = a, down = a;
    up[i] += step;
    down[i] -= step;
    EXPECT_NEAR(rise.by_a[i],
                (log_expected_rise(up, b).value - log_expected_rise(down, b).value) / (2 * step),
                1e-3 * std::abs(rise.by_a[i]));
  }
}

TEST(KnowledgeGradient, RefusesBadOptions) {
  EXPECT_THROW(knowledge_gradient_rule<VectorXd>({}, {.points = 0}), InputError);
  EXPECT_THROW(knowledge_gradient_rule<VectorXd>({}, {.kept = 0}), InputError);
}

}  // namespace
}  // namespace bora::surrogates::knowledge_gradient_test
