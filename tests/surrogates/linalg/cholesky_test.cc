#include "surrogates/linalg/cholesky.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/dense.h"
#include "surrogates/support/random_matrices.h"

namespace bora::surrogates {
namespace {

using testing::normal_matrix;
using testing::positive_definite;

TEST(Cholesky, MultipliesBackWithoutJitter) {
  Rng rng(1);
  for (const int n : {1, 2, 7, 40, 300}) {
    const Eigen::MatrixXd A = positive_definite(n, rng);
    const auto factor = cholesky(A);
    ASSERT_TRUE(factor);
    EXPECT_EQ(factor->jitter, 0);
    EXPECT_LT((factor->lower * factor->lower.transpose() - A).norm(), 1e-12 * A.norm());
    EXPECT_TRUE(factor->lower.isLowerTriangular(0));
  }
}

TEST(Cholesky, ReadsTheLowerTriangleOnly) {
  Rng rng(2);
  const Eigen::MatrixXd A = positive_definite(6, rng);
  Eigen::MatrixXd spoilt = A;
  spoilt.triangularView<Eigen::StrictlyUpper>().setConstant(std::nan(""));
  ASSERT_TRUE(cholesky(spoilt));
  EXPECT_EQ(cholesky(spoilt)->lower, cholesky(A)->lower);
}

TEST(Cholesky, JitterGrowsUntilASingularMatrixPasses) {
  Rng rng(3);
  const Eigen::MatrixXd thin = normal_matrix(30, 3, rng);
  const Eigen::MatrixXd A = thin * thin.transpose() - 1e-9 * Eigen::MatrixXd::Identity(30, 30);
  const auto factor = cholesky(A);
  ASSERT_TRUE(factor);
  EXPECT_GT(factor->jitter, 1e-9);
  EXPECT_LE(factor->jitter, 1e-4 * A.diagonal().mean() * 1.01);
  const Eigen::MatrixXd back = factor->lower * factor->lower.transpose();
  EXPECT_LT((back - A - factor->jitter * Eigen::MatrixXd::Identity(30, 30)).norm(), 1e-10 * A.norm());
}

TEST(Cholesky, ExhaustedJitterIsAValue) {
  Eigen::MatrixXd indefinite = Eigen::MatrixXd::Identity(4, 4);
  indefinite(3, 3) = -1;
  EXPECT_FALSE(cholesky(indefinite));
  Eigen::MatrixXd spoilt = Eigen::MatrixXd::Identity(4, 4);
  spoilt(2, 1) = std::nan("");
  EXPECT_FALSE(cholesky(spoilt));
  spoilt(2, 1) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(cholesky(spoilt));
}

TEST(Cholesky, AppendedRowsEqualAFreshFactor) {
  Rng rng(4);
  for (const int m : {1, 5}) {
    const int n = 20;
    const Eigen::MatrixXd A = positive_definite(n + m, rng);
    const auto first = cholesky(A.topLeftCorner(n, n));
    ASSERT_TRUE(first);
    const auto grown = append(*first, A.topRightCorner(n, m), A.bottomRightCorner(m, m));
    ASSERT_TRUE(grown);
    EXPECT_LT((grown->lower - cholesky(A)->lower).norm(), 1e-12);
  }
}

TEST(Cholesky, AppendingADuplicateThatLeavesTheMatrixIndefiniteIsAValue) {
  const auto one = cholesky(Eigen::MatrixXd::Ones(1, 1));
  ASSERT_TRUE(one);
  EXPECT_FALSE(append(*one, Eigen::MatrixXd::Constant(1, 1, 2.0), Eigen::MatrixXd::Ones(1, 1)));
}

TEST(Cholesky, SolvesInvertsAndMeasures) {
  Rng rng(5);
  const Eigen::MatrixXd A = positive_definite(25, rng);
  const Eigen::MatrixXd B = normal_matrix(25, 3, rng);
  const auto factor = cholesky(A);
  ASSERT_TRUE(factor);
  EXPECT_LT((A * solve(*factor, B) - B).norm(), 1e-11);
  EXPECT_LT((factor->lower * solve_lower(*factor, B) - B).norm(), 1e-12);
  EXPECT_LT((A * inverse(*factor) - Eigen::MatrixXd::Identity(25, 25)).norm(), 1e-11);
  EXPECT_NEAR(log_determinant(*factor), std::log(testing::determinant_of(A)), 1e-10);
}

TEST(Cholesky, InvertsMatricesOfAllSizes) {
  Rng rng(6);
  for (const int n : {1, 31, 33, 64, 65, 200}) {
    const Eigen::MatrixXd A = positive_definite(n, rng);
    auto factor = cholesky(A);
    ASSERT_TRUE(factor);
    factor->lower.triangularView<Eigen::StrictlyUpper>().setConstant(
        7);  // as a factor made in place may have
    const Eigen::MatrixXd inverted = inverse(*factor);
    EXPECT_LT((A * inverted - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-10) << n;
    EXPECT_EQ(inverted, inverted.transpose()) << n;
  }
}

TEST(MirrorLower, CopiesWhatIsBelowTheDiagonal) {
  Rng rng(7);
  for (const int n : {1, 5, 64, 130}) {
    const Eigen::MatrixXd A = normal_matrix(n, n, rng);
    Eigen::MatrixXd mirrored = A;
    mirror_lower(mirrored);
    EXPECT_EQ(mirrored, Eigen::MatrixXd(A.selfadjointView<Eigen::Lower>())) << n;
  }
}

}  // namespace
}  // namespace bora::surrogates
