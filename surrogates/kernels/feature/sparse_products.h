// Inner products of sparse rows, many at once.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/linalg/sparse_row.h"

namespace bora::surrogates {

using SparseRows = std::vector<const SparseRow*>;

/// Returns the inner products <a_i, b_j>, n x m. The cost is proportional to the number of pairs of entries
/// in the same column, not to n m times the lengths of the rows.
Eigen::MatrixXd inner_products(const SparseRows& A, const SparseRows& B);
/// Returns the squared norms <a_i, a_i>, n.
Eigen::VectorXd squared_norms(const SparseRows& A);

}  // namespace bora::surrogates
