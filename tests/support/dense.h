// Linear algebra by definition, as reference values of tests need it. Eigen's decompositions take seconds to
// compile, so they are compiled once.
#pragma once

#include <Eigen/Core>

namespace bora::testing {

/// Returns the inverse of A: n x n.
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& A);

/// Returns the determinant of A: n x n.
double determinant_of(const Eigen::MatrixXd& A);

/// Returns the eigenvalues of the symmetric A: n x n, the smallest first.
Eigen::VectorXd eigenvalues_of(const Eigen::MatrixXd& A);

/// Returns R: n x n with R R' = A, where A: n x n is symmetric. Negative eigenvalues count as 0.
Eigen::MatrixXd root_of(const Eigen::MatrixXd& A);

}  // namespace bora::testing
