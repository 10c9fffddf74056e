#include "support/dense.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace bora::testing {

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& A) {
  return A.inverse();
}

double determinant_of(const Eigen::MatrixXd& A) {
  return A.determinant();
}

Eigen::VectorXd eigenvalues_of(const Eigen::MatrixXd& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::MatrixXd root_of(const Eigen::MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(A);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
}

}  // namespace bora::testing
