#include "surrogates/acquisition/max_value_entropy.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/gradient_check.h"
#include "surrogates/sampling/normal.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using Eigen::VectorXd;

double log_mes(const VectorXd& maxima, double mean, double deviation) {
  return LogMaxValueEntropy(maxima)
      .evaluate(VectorXd::Constant(1, mean), VectorXd::Constant(1, deviation * deviation))
      .value[0];
}

TEST(MaxValueEntropy, IsTheFormulaOfThePaper) {
  const Eigen::Vector2d maxima(1, 2.5);
  for (const double mean : {-1.0, 0.7, 2.0}) {
    double mes = 0;
    for (const double m : maxima) {
      const double g = (m - mean) / 0.8;
      mes += 0.5 * (g * normal_density(g) / (2 * normal_cdf(g)) - std::log(normal_cdf(g)));
    }
    EXPECT_NEAR(log_mes(maxima, mean, 0.8), std::log(mes), 1e-12);
  }
}

// Checks values that underflow, and both sides of the point where Mills' ratio is used.
TEST(MaxValueEntropy, HoldsInTheTails) {
  const VectorXd one = VectorXd::Ones(1);
  EXPECT_NEAR(log_mes(one, 1 - 6 + 1e-7, 1), log_mes(one, 1 - 6 - 1e-7, 1), 2e-6);
  // log(g phi(g) / 2 + phi(g) / g ...) at 50, by mpmath.
  EXPECT_NEAR(log_mes(one, 1 - 50, 1), -1247.699263, 1e-5);
  EXPECT_TRUE(std::isfinite(log_mes(one, 1e4, 1)));
  EXPECT_TRUE(std::isfinite(log_mes(one, -1e4, 1)));
}

// Far below the mean, terms of size g^2 cancel. f = log t + log sqrt(2 pi) - 1/2 + 2 / t^2 + O(t^-4) at g =
// -t.
TEST(MaxValueEntropy, IsAccurateForMaximaFarBelowTheMean) {
  const VectorXd zero = VectorXd::Zero(1);
  for (const double t : {900.0, 1100.0, 1e5, 1e9}) {
    const double expected = std::log(std::log(t) + kLogSqrtTwoPi - 0.5 + 2 / (t * t));
    EXPECT_NEAR(log_mes(zero, t, 1), expected, 1e-9) << t;
  }
  // d log f / d mean = 1 / (t f) and d log f / d variance = -1 / (2 f).
  const auto far = LogMaxValueEntropy(zero).evaluate(VectorXd::Constant(1, 1e6), VectorXd::Ones(1));
  const double f = std::exp(far.value[0]);
  EXPECT_NEAR(far.mean_slope[0] * f * 1e6, 1, 1e-9);
  EXPECT_NEAR(far.variance_slope[0] * f, -0.5, 1e-9);
}

TEST(MaxValueEntropy, SlopesAreThoseOfTheValue) {
  const LogMaxValueEntropy acquisition(Eigen::Vector3d(1, 1.5, 4));
  for (const double mean : {-20.0, -4.0, 0.9, 1.2, 6.0, 30.0}) {
    const auto at = [&](const VectorXd& x) { return acquisition.evaluate(x.head(1), x.tail(1)).value[0]; };
    const Eigen::Vector2d x(mean, 0.7);
    const auto values = acquisition.evaluate(x.head(1), x.tail(1));
    const Eigen::Vector2d slopes(values.mean_slope[0], values.variance_slope[0]);
    EXPECT_LT(check_gradient(at, x, slopes, 1e-3).worst, 1e-6) << mean;
  }
}

// The maximum of independent values has a known distribution, which a Gumbel distribution approximates.
TEST(MaxValueEntropy, GumbelDrawsFollowTheLargestValue) {
  Rng rng(1);
  MarginalPosterior values{testing::normal_vector(300, rng), VectorXd::Constant(300, 0.25)};
  const VectorXd maxima = gumbel_maxima(values, 400, -1e9, rng);
  VectorXd simulated(4000);
  for (double& value : simulated) value = (values.mean + 0.5 * testing::normal_vector(300, rng)).maxCoeff();
  const auto median = [](VectorXd of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
  };
  const auto spread = [](const VectorXd& of) { return std::sqrt((of.array() - of.mean()).square().mean()); };
  EXPECT_NEAR(median(maxima), median(simulated), 0.02);
  EXPECT_NEAR(spread(maxima), spread(simulated), 0.15 * spread(simulated));
  EXPECT_GE(gumbel_maxima(values, 50, 2.9, rng).minCoeff(), 2.9);
  EXPECT_THROW(gumbel_maxima({}, 5, 0, rng), InputError);
}

TEST(MaxValueEntropy, RefusesNoMaxima) {
  EXPECT_THROW(LogMaxValueEntropy(VectorXd::Zero(0)), InputError);
  EXPECT_THROW(LogMaxValueEntropy(VectorXd::Constant(1, std::nan(""))), InputError);
  EXPECT_THROW(MaxValueOptions{.maxima = 0}.check(), InputError);
}

}  // namespace
}  // namespace bora::surrogates
