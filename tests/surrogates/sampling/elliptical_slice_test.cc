#include "surrogates/sampling/elliptical_slice.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

// The product of two normal densities is known: precisions add.
TEST(EllipticalSlice, DrawsFromTheProductOfPriorAndLikelihood) {
  const Vector2d prior_mean(1, -2), prior_deviation(2, 0.5), seen(3, -2.5), error(1, 0.4);
  EllipticalSlice chain(
      prior_mean, prior_deviation,
      [&](const VectorXd& x) { return -0.5 * ((x - seen).array() / error.array()).square().sum(); },
      prior_mean);
  Rng rng(1);
  constexpr int kDraws = 40000;
  Vector2d sum = Vector2d::Zero(), squares = Vector2d::Zero();
  for (int i = 0; i < kDraws; ++i) {
    const VectorXd& x = chain.next(rng);
    sum += x;
    squares += x.cwiseAbs2();
  }
  for (int j = 0; j < 2; ++j) {
    const double a = 1 / std::pow(prior_deviation[j], 2), b = 1 / std::pow(error[j], 2);
    const double mean = sum[j] / kDraws;
    EXPECT_NEAR(mean, (a * prior_mean[j] + b * seen[j]) / (a + b), 0.02);
    EXPECT_NEAR(squares[j] / kDraws - mean * mean, 1 / (a + b), 0.03);
  }
  EXPECT_GT(chain.evaluations(), kDraws);
}

// The mean of a standard normal distribution truncated to above 0 is sqrt(2 / pi).
TEST(EllipticalSlice, StaysWhereTheLikelihoodIsNotZero) {
  EllipticalSlice chain(
      VectorXd::Zero(1), VectorXd::Ones(1),
      [](const VectorXd& x) {
        if (x[0] > 0) return 0.0;
        return x[0] > -1 ? std::nan("") : -std::numeric_limits<double>::infinity();
      },
      VectorXd::Ones(1));
  Rng rng(2);
  double sum = 0;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = chain.next(rng)[0];
    ASSERT_GT(x, 0);
    sum += x;
  }
  EXPECT_NEAR(sum / kDraws, std::sqrt(2 / M_PI), 0.02);
}

TEST(EllipticalSlice, RefusesWhatItCannotStartFrom) {
  const auto flat = [](const VectorXd&) { return 0.0; };
  EXPECT_THROW(EllipticalSlice(VectorXd::Zero(2), VectorXd::Ones(1), flat, VectorXd::Zero(2)), InputError);
  EXPECT_THROW(EllipticalSlice(VectorXd::Zero(1), VectorXd::Zero(1), flat, VectorXd::Zero(1)), InputError);
  EXPECT_THROW(EllipticalSlice(
                   VectorXd::Zero(1), VectorXd::Ones(1), [](const VectorXd&) { return std::nan(""); },
                   VectorXd::Zero(1)),
               InputError);
}

}  // namespace
}  // namespace bora::surrogates
