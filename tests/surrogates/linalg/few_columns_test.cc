#include "surrogates/linalg/few_columns.h"

#include <gtest/gtest.h>

#include "common/random.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;

MatrixXd noise(Eigen::Index rows, Eigen::Index columns, Rng& rng) {
  MatrixXd A(rows, columns);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = rng.normal();
  return A;
}

/// Sizes on both sides of the block of 32 columns, and both implementations.
class FewColumns : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(FewColumns, AgreeWithTheDenseOperations) {
  const auto [n, m] = GetParam();
  Rng rng(n + m);
  const MatrixXd A = noise(n, 17, rng);
  const MatrixXd B = noise(n, m, rng);
  EXPECT_LT((transposed_product(A, B) - A.transpose() * B).cwiseAbs().maxCoeff(), 1e-11);
  MatrixXd C = noise(17, m, rng);
  const MatrixXd expected = C - A.transpose() * B;
  subtract_product(A.transpose(), B, C);
  EXPECT_LT((C - expected).cwiseAbs().maxCoeff(), 1e-11);

  MatrixXd lower = noise(n, n, rng);  // what lies above the diagonal must not matter
  lower.diagonal().array() = lower.diagonal().array().abs() + 2.0 * n;
  const MatrixXd triangle = lower.triangularView<Eigen::Lower>();
  MatrixXd X = B;
  solve_lower_in_place(lower, X);
  EXPECT_LT((triangle * X - B).cwiseAbs().maxCoeff(), 1e-11);
  X = B;
  solve_upper_in_place(lower, X);
  EXPECT_LT((triangle.transpose() * X - B).cwiseAbs().maxCoeff(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Sizes, FewColumns,
                         ::testing::Combine(::testing::Values(1, 31, 32, 33, 100),
                                            ::testing::Values(1, 5, static_cast<int>(kFewColumns), 13)));

}  // namespace
}  // namespace bora::surrogates
