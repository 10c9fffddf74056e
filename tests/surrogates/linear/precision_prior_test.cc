#include "surrogates/linear/precision_prior.h"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "common/error.h"
#include "common/random.h"
#include "surrogates/linear/ard_regression.h"

namespace bora::surrogates {
namespace {

TEST(PrecisionPrior, IsTheDensityOfTheLogarithmRelativeToItsMode) {
  const PrecisionPrior prior{2, 0.5};
  EXPECT_DOUBLE_EQ(prior.value(4), 0);  // the mode of a Gamma density of a logarithm is shape / rate
  EXPECT_NEAR(prior.value(1), 2 * std::log(1 / 4.0) - (0.5 - 2), 1e-12);
  EXPECT_LT(prior.value(3), 0);
  EXPECT_EQ(PrecisionPrior{}.value(7), 0);
  EXPECT_THROW((PrecisionPrior{1, 0}.check()), InputError);
  EXPECT_THROW((PrecisionPrior{-1, 1}.check()), InputError);
}

TEST(PrecisionPrior, BestPrecisionIsTheLargestOfAFineGrid) {
  Rng rng(1);
  for (int trial = 0; trial < 300; ++trial) {
    const double s = std::exp(4 * rng.normal()), q = std::exp(3 * rng.normal());
    const PrecisionPrior prior{std::exp(2 * rng.normal()), std::exp(3 * rng.normal())};
    const PrecisionMaximum found = best_precision(s, q, prior);
    EXPECT_NEAR(found.value, precision_value(found.precision, s, q, prior), 1e-12);
    double largest = -1e300;
    for (double log_a = -40; log_a < 40; log_a += 0.01)
      largest = std::max(largest, precision_value(std::exp(log_a), s, q, prior));
    EXPECT_GE(found.value, largest - 1e-9 * (1 + std::abs(largest))) << s << " " << q << " " << prior.shape;
  }
}

TEST(PrecisionPrior, AWeakPriorLeadsToTheFlatLimit) {
  const double s = 3, q = 5;
  EXPECT_NEAR(best_precision(s, q, {1e-9, 1e-9}).precision, s * s / (q * q - s), 1e-6);
}

// The slope of evidence times prior in the logarithm of every precision that is left is 0.
TEST(ArdRegression, PrecisionsMaximiseEvidenceTimesPrior) {
  Rng rng(4);
  constexpr int kRows = 60, kColumns = 8;
  Eigen::MatrixXd X(kRows, kColumns);
  Eigen::VectorXd y(kRows);
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kColumns; ++j) X(i, j) = rng.normal();
    y[i] = 2 * X(i, 0) - X(i, 1) + 0.3 * rng.normal();
  }
  ArdOptions options;
  options.precision_prior = {0.7, 2};
  options.tolerance = 1e-12;
  options.noise_tolerance = 1e-10;
  ArdRegression model(options);
  for (int i = 0; i < kRows; ++i) {
    SparseRow row;
    for (int j = 0; j < kColumns; ++j) row.push_back({j, X(i, j)});
    model.append(row, y[i]);
  }
  model.fit();
  const std::vector<int> active = model.active();
  ASSERT_GE(active.size(), 2U);
  const auto objective = [&](const Eigen::VectorXd& precisions) {
    Eigen::MatrixXd C = model.noise() * Eigen::MatrixXd::Identity(kRows, kRows);
    double prior = 0;
    for (std::size_t k = 0; k < active.size(); ++k) {
      C += X.col(active[k]) * X.col(active[k]).transpose() / precisions[static_cast<Eigen::Index>(k)];
      prior += options.precision_prior.value(precisions[static_cast<Eigen::Index>(k)]);
    }
    const Eigen::LLT<Eigen::MatrixXd> factor(C);
    return -factor.matrixLLT().diagonal().array().log().sum() - 0.5 * y.dot(factor.solve(y)) + prior;
  };
  for (Eigen::Index k = 0; k < model.precisions().size(); ++k) {
    Eigen::VectorXd up = model.precisions(), down = up;
    up[k] *= std::exp(1e-4);
    down[k] *= std::exp(-1e-4);
    EXPECT_NEAR((objective(up) - objective(down)) / 2e-4, 0, 1e-4) << "column " << active[k];
  }
}

}  // namespace
}  // namespace bora::surrogates
