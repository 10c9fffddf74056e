#pragma once

#include <Eigen/Core>

#include "common/random.h"
#include "support/layers.h"
#include "surrogates/sampling/space_filling.h"

namespace bora::testing {

inline Eigen::MatrixXd normal_matrix(int rows, int cols, Rng& rng) {
  Eigen::MatrixXd M(rows, cols);
  for (Eigen::Index i = 0; i < M.size(); ++i) M.data()[i] = rng.normal();
  return M;
}
inline Eigen::VectorXd normal_vector(int size, Rng& rng) {
  return normal_matrix(size, 1, rng);
}

/// Returns a well-conditioned positive definite matrix, n x n.
inline Eigen::MatrixXd positive_definite(int n, Rng& rng) {
  const Eigen::MatrixXd M = normal_matrix(n, n, rng);
  return M * M.transpose() / n + Eigen::MatrixXd::Identity(n, n);
}

}  // namespace bora::testing
