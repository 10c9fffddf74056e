#include "surrogates/acquisition/acquisition_function.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/gradient_check.h"
#include "surrogates/gp/fitted_gaussian_process.h"
#include "surrogates/kernels/continuous/stationary.h"

namespace bora::surrogates::score_test {
namespace {

using Process = FittedGaussianProcess<Eigen::VectorXd>;
using ProcessAcquisition = PosteriorAcquisition<Eigen::VectorXd>;

std::shared_ptr<const Process> observed(double shift) {
  Rng rng(3);
  Eigen::MatrixXd X(8, 3);
  for (Eigen::Index i = 0; i < X.size(); ++i) X.data()[i] = rng.uniform();
  const Eigen::VectorXd y = X.rowwise().sum().array() + shift;
  return std::make_shared<const Process>(
      *Process::condition(std::make_shared<StationaryKernel>(RadialFamily::matern52, 3, true), X, y, 1e-3,
                          Standardisation::of(y)));
}

double slope(const PointAcquisition& score, Eigen::VectorXd z, int j) {
  constexpr double kStep = 1e-5;
  Eigen::MatrixXd Z(2, z.size());
  z[j] += kStep;
  Z.row(0) = z.transpose();
  z[j] -= 2 * kStep;
  Z.row(1) = z.transpose();
  const Eigen::VectorXd values = score.values(Z);
  return (values[0] - values[1]) / (2 * kStep);
}

// Checks the gradient of each acquisition function and of their sum, for probabilities near 1/2 and below
// 1e-200.
TEST(PointAcquisition, GradientsAreThoseOfTheValues) {
  const auto process = observed(0), other = observed(0.5);
  const Eigen::Vector3d z(0.31, 0.62, 0.47);
  for (const double threshold : {-3.0, 1.5, 3.0, 30.0}) {
    const auto gain =
        std::make_shared<ProcessAcquisition>(process, std::make_shared<LogExpectedImprovement>(2.0));
    const auto probability =
        std::make_shared<ProcessAcquisition>(other, std::make_shared<LogProbabilityAbove>(threshold));
    const auto cost = std::make_shared<ProcessAcquisition>(other, std::make_shared<NegativeMean>());
    const SumAcquisition<Eigen::VectorXd> sum({gain, probability, cost});
    for (const PointAcquisition* score :
         {static_cast<const PointAcquisition*>(gain.get()),
          static_cast<const PointAcquisition*>(probability.get()),
          static_cast<const PointAcquisition*>(cost.get()), static_cast<const PointAcquisition*>(&sum)}) {
      EXPECT_TRUE(score->smooth());
      Eigen::VectorXd gradient;
      const double value = score->value(z, gradient);
      EXPECT_TRUE(std::isfinite(value));
      EXPECT_DOUBLE_EQ(value, score->values(z.transpose())[0]);
      for (int j = 0; j < 3; ++j)
        EXPECT_NEAR(gradient[j], slope(*score, z, j), 1e-5 * (1 + std::abs(gradient[j]))) << threshold;
    }
  }
}

// Checks both sides of the point where the continued fraction replaces the closed form.
TEST(LogProbabilityAbove, FollowsTheDistribution) {
  const auto at = [](double z) {
    return LogProbabilityAbove(0)
        .evaluate(Eigen::VectorXd::Constant(1, z), Eigen::VectorXd::Ones(1))
        .value[0];
  };
  EXPECT_NEAR(at(0), std::log(0.5), 1e-12);
  EXPECT_NEAR(at(-1.6448536269514722), std::log(0.05), 1e-12);
  EXPECT_NEAR(at(-29.999), at(-30.001), 0.07);
  EXPECT_NEAR(at(-40), -804.608442, 1e-5);  // scipy.stats.norm.logcdf(-40)
}

// The incumbent of another posterior is chosen among the eligible points, or the observed ones if there are
// none.
TEST(AcquisitionContext, TakesTheIncumbentOfAnotherPosteriorWithoutEligiblePoints) {
  const auto one = observed(0), other = observed(5);
  const Eigen::MatrixXd& X = one->inputs();
  const Eigen::MatrixXd some = X.topRows(2), none(0, 3);
  Rng rng(1);
  const auto incumbent = [&](const Eigen::MatrixXd* at, const Eigen::MatrixXd* eligible) {
    return AcquisitionContext<Eigen::VectorXd>{one, 7, rng, at, nullptr, eligible}.with(other).incumbent;
  };
  EXPECT_EQ(incumbent(&X, &some), other->mean(some).maxCoeff());
  EXPECT_EQ(incumbent(&X, &none), other->mean(X).maxCoeff());
  EXPECT_EQ(incumbent(&none, nullptr), 7);
  EXPECT_EQ(incumbent(nullptr, &none), 7);
}

}  // namespace
}  // namespace bora::surrogates::score_test
