#include "surrogates/acquisition/batch_improvement.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/factory.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::surrogates::batch_improvement_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Process = FittedGaussianProcess<VectorXd>;

std::shared_ptr<const Process> observed() {
  Rng rng(3);
  const MatrixXd X = uniform_points(6, 2, rng);
  const VectorXd y = (5 * X.col(0)).array().sin() - X.col(1).array();
  return std::make_shared<const Process>(
      *Process::condition(std::shared_ptr<const ContinuousKernel>(make_kernel("matern52", 2, true)), X, y,
                          1e-2, Standardisation::of(y)));
}

std::shared_ptr<const PointAcquisition> score(bool smoothed, const MatrixXd* pending, int draws,
                                              double incumbent = 0.9) {
  const auto process = observed();
  Rng rng(1);
  const MatrixXd at = process->inputs();
  return batch_improvement_rule<VectorXd>({.smoothed = smoothed, .draws = draws})(
      {process, incumbent, rng, &at, pending});
}

TEST(BatchImprovement, OfOnePointIsExpectedImprovement) {
  Rng rng(2);
  const MatrixXd Z = uniform_points(10, 2, rng);
  const MarginalPosterior at = observed()->marginal(Z);
  const VectorXd exact = ExpectedImprovement(0.9).evaluate(at.mean, at.variance).value;
  for (const bool smoothed : {false, true}) {
    const VectorXd found = score(smoothed, nullptr, 4096)->values(Z);
    EXPECT_LT((found.array().exp() - exact.array()).abs().maxCoeff(), 2e-3 * exact.maxCoeff()) << smoothed;
  }
}

// Returns the EI of two points minus that of the pending one, by numerical integration over both values.
TEST(BatchImprovement, AddsToWhatPendingPointsPromise) {
  constexpr double kIncumbent = 0.2;
  const auto process = observed();
  const MatrixXd pending = Eigen::RowVector2d(0.35, 0.3);
  for (const MatrixXd& z :
       {MatrixXd(Eigen::RowVector2d(0.25, 0.15)), MatrixXd(Eigen::RowVector2d(0.3, 0.35))}) {
    const JointPosterior joint = process->joint(joined_batches(pending, z));
    const MatrixXd L = joint.covariance.llt().matrixL();
    double gain = 0, mass = 0;
    constexpr double kStep = 0.02;
    for (double u = -7; u < 7; u += kStep)
      for (double v = -7; v < 7; v += kStep) {
        const double weight = std::exp(-0.5 * (u * u + v * v));
        const Eigen::Vector2d f = joint.mean + L * Eigen::Vector2d(u, v);
        gain += weight * (std::max({kIncumbent, f[0], f[1]}) - std::max(kIncumbent, f[0]));
        mass += weight;
      }
    ASSERT_GT(gain / mass, 1e-3);
    for (const bool smoothed : {false, true})
      EXPECT_NEAR(std::exp(score(smoothed, &pending, 8192, kIncumbent)->values(z)[0]) / (gain / mass), 1,
                  0.03)
          << smoothed;
  }
}

TEST(BatchImprovement, GradientsAreThoseOfTheValues) {
  MatrixXd pending(2, 2);
  pending << 0.35, 0.1, 0.8, 0.3;
  for (const MatrixXd* of : {static_cast<const MatrixXd*>(nullptr), static_cast<const MatrixXd*>(&pending)})
    // The larger incumbent is above all draws, so that qEI is 0, while qLogEI still has a slope.
    for (const double incumbent : {0.5, 50.0}) {
      const auto smoothed = score(true, of, 64, incumbent);
      const VectorXd z = Eigen::Vector2d(0.4, 0.3);
      VectorXd gradient;
      EXPECT_NEAR(smoothed->value(z, gradient), smoothed->values(z.transpose())[0], 1e-8);
      const auto at = [&](const VectorXd& x) { return smoothed->values(x.transpose())[0]; };
      EXPECT_LT(check_gradient(at, z, gradient, 1e-6).worst, 1e-3) << incumbent;
      EXPECT_GT(gradient.norm(), 1e-4);
      const auto plain = score(false, of, 64, incumbent);
      plain->value(z, gradient);
      if (incumbent > 1) {
        EXPECT_EQ(gradient.norm(), 0);
      } else {
        const auto of_plain = [&](const VectorXd& x) { return plain->values(x.transpose())[0]; };
        EXPECT_LT(check_gradient(of_plain, z, gradient, 1e-6).worst, 1e-3);
      }
    }
}

// A pending point promises no further improvement.
TEST(BatchImprovement, KeepsAwayFromWhatIsPending) {
  const MatrixXd z = Eigen::RowVector2d(0.35, 0.1);
  EXPECT_LT(score(true, &z, 256)->values(z)[0], score(true, nullptr, 256)->values(z)[0] - 3);
}

TEST(BatchImprovement, RefusesNoDraws) {
  EXPECT_THROW(batch_improvement_rule<VectorXd>({.draws = 0}), InputError);
}

}  // namespace
}  // namespace bora::surrogates::batch_improvement_test
