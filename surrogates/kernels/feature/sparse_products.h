// Inner products of sparse rows, many at once.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/linear/sparse_row.h"

namespace bora {

using SparseRows = std::vector<const SparseRow*>;

/// n x m: <a_i, b_j>. Costs what the rows have in common, not n m times their lengths.
Eigen::MatrixXd inner_products(const SparseRows& A, const SparseRows& B);
/// n: <a_i, a_i>.
Eigen::VectorXd squared_norms(const SparseRows& A);

}  // namespace bora
