#include "surrogates/linalg/few_columns.h"

#include <algorithm>

namespace bora::surrogates {
namespace {

/// Number of columns of L that are eliminated together.
constexpr Eigen::Index kBlock = 32;

}  // namespace

Eigen::MatrixXd transposed_product(const Eigen::Ref<const Eigen::MatrixXd>& A,
                                   const Eigen::Ref<const Eigen::MatrixXd>& B) {
  if (B.cols() > kFewColumns) return A.transpose() * B;
  // The result is computed transposed, so that the entries for one column of A are contiguous.
  Eigen::MatrixXd result(B.cols(), A.cols());
  for (Eigen::Index i = 0; i < A.cols(); ++i) result.col(i).noalias() = B.transpose() * A.col(i);
  return result.transpose();
}

void subtract_product(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::MatrixXd>& B,
                      Eigen::Ref<Eigen::MatrixXd> C) {
  if (B.cols() > kFewColumns) {
    C.noalias() -= A * B;
    return;
  }
  for (Eigen::Index i = 0; i < A.cols(); ++i)
    for (Eigen::Index j = 0; j < B.cols(); ++j) C.col(j) -= B(i, j) * A.col(i);
}

void solve_lower_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B) {
  const Eigen::Index n = lower.rows();
  if (B.cols() > kFewColumns) {
    lower.triangularView<Eigen::Lower>().solveInPlace(B);
    return;
  }
  for (Eigen::Index first = 0; first < n; first += kBlock) {
    const Eigen::Index size = std::min(kBlock, n - first);
    auto block = B.middleRows(first, size);
    lower.block(first, first, size, size).triangularView<Eigen::Lower>().solveInPlace(block);
    const Eigen::Index rest = n - first - size;
    if (rest > 0) subtract_product(lower.block(first + size, first, rest, size), block, B.bottomRows(rest));
  }
}

void solve_upper_in_place(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> B) {
  const Eigen::Index n = lower.rows();
  if (B.cols() > kFewColumns) {
    lower.triangularView<Eigen::Lower>().transpose().solveInPlace(B);
    return;
  }
  for (Eigen::Index first = (n - 1) / kBlock * kBlock; first >= 0; first -= kBlock) {
    const Eigen::Index size = std::min(kBlock, n - first);
    const Eigen::Index rest = n - first - size;
    auto block = B.middleRows(first, size);
    if (rest > 0)
      block -= transposed_product(lower.block(first + size, first, rest, size), B.bottomRows(rest));
    lower.block(first, first, size, size).triangularView<Eigen::Lower>().transpose().solveInPlace(block);
  }
}

}  // namespace bora::surrogates
