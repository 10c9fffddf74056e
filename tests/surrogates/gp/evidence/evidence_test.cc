#include "surrogates/gp/evidence/evidence.h"

#include <cmath>

#include <gtest/gtest.h>

#include "common/random.h"
#include "support/dense.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

// Returns log N(y; 0, A), computed with the determinant and the inverse.
double reference(const Eigen::MatrixXd& A, const Eigen::VectorXd& y) {
  return -0.5 * y.dot(testing::inverse_of(A) * y) - 0.5 * std::log(testing::determinant_of(A)) -
         0.5 * static_cast<double>(y.size()) * std::log(2 * M_PI);
}

class Evidence : public ::testing::Test {
 protected:
  Rng rng_{3};
  Eigen::MatrixXd A_ = testing::positive_definite(6, rng_);
  CholeskyFactor factor_ = *cholesky(A_);
};

TEST_F(Evidence, IsTheLogDensity) {
  const Eigen::VectorXd y = testing::normal_vector(6, rng_);
  EXPECT_NEAR(log_evidence(factor_.lower, solve_lower(factor_, y)), reference(A_, y), 1e-9);
}

// The evidence of several outputs is the sum over the outputs, each at its best scale.
TEST_F(Evidence, ProfilesTheScaleOfEachOutput) {
  Eigen::MatrixXd Y(6, 3);
  for (int j = 0; j < 3; ++j) Y.col(j) = std::pow(10, j) * testing::normal_vector(6, rng_);
  const ProfiledEvidence profiled = profiled_evidence(factor_.lower, solve_lower(factor_, Y));
  double sum = 0;
  for (int j = 0; j < 3; ++j) {
    const double best = reference(profiled.signal_variances[j] * A_, Y.col(j));
    EXPECT_GT(best, reference(1.1 * profiled.signal_variances[j] * A_, Y.col(j)));
    EXPECT_GT(best, reference(0.9 * profiled.signal_variances[j] * A_, Y.col(j)));
    sum += best;
  }
  EXPECT_NEAR(profiled.log_evidence, sum, 1e-8);
}

TEST_F(Evidence, OfNothingIsFinite) {
  EXPECT_TRUE(std::isfinite(profiled_evidence(factor_.lower, Eigen::VectorXd::Zero(6)).log_evidence));
}

TEST_F(Evidence, GradientWeightsAreItsDerivative) {
  const Eigen::VectorXd y = testing::normal_vector(6, rng_);
  const Eigen::MatrixXd W = evidence_gradient_weights(CholeskyFactor(factor_), solve(factor_, y));
  EXPECT_EQ(W, Eigen::MatrixXd(W.transpose()));
  constexpr double kStep = 1e-6;
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b <= a; ++b) {
      Eigen::MatrixXd D = Eigen::MatrixXd::Zero(6, 6);
      D(a, b) = D(b, a) = 1;
      const double slope = (reference(A_ + kStep * D, y) - reference(A_ - kStep * D, y)) / (2 * kStep);
      EXPECT_NEAR(W.cwiseProduct(D).sum(), slope, 1e-5 * std::max(1.0, std::abs(slope))) << a << b;
    }
}

}  // namespace
}  // namespace bora::surrogates
