// Inner products of sparse rows, many at once.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

using SparseRows = std::vector<const SparseRow*>;

/// Returns the inner products <a_i, b_j>, n x m. The cost grows with what the rows have in common, not with n
/// m times their lengths.
Eigen::MatrixXd inner_products(const SparseRows& A, const SparseRows& B);
/// Returns the squared norms <a_i, a_i>, n.
Eigen::VectorXd squared_norms(const SparseRows& A);

}  // namespace bora::surrogates
