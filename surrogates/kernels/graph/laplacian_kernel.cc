#include "surrogates/kernels/graph/laplacian_kernel.h"

#include <cmath>

#include <Eigen/Cholesky>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd;

double log_determinant(const Eigen::LLT<MatrixXd>& factor) {
  return 2 * factor.matrixLLT().diagonal().array().log().sum();
}

}  // namespace

void LaplacianOptions::check() const {
  if (!(eta > 0)) throw InputError("eta: {} is not positive", eta);
  if (!(gamma > 0)) throw InputError("gamma: {} is not positive", gamma);
}

LaplacianSummary laplacian_summary(const MatrixXd& features, const MatrixXd& adjacency,
                                   const LaplacianOptions& options) {
  MatrixXd L = -adjacency;
  L.diagonal() += adjacency.rowwise().sum();
  L.diagonal().array() += options.eta;
  MatrixXd S = features.transpose() * L.llt().solve(features);
  S.diagonal().array() += options.gamma;
  const Eigen::LLT<MatrixXd> factor(S);
  return {factor.solve(MatrixXd::Identity(S.rows(), S.cols())), log_determinant(factor)};
}

double laplacian_kernel(const LaplacianSummary& a, const LaplacianSummary& b) {
  const Eigen::LLT<MatrixXd> mean(0.5 * (a.precision + b.precision));
  return std::exp(-0.5 * log_determinant(mean) - 0.25 * (a.log_determinant + b.log_determinant));
}

}  // namespace bora::surrogates
