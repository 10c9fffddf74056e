#include "surrogates/linear/horseshoe_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

namespace bora::surrogates {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

constexpr double kLeast = 1e-10, kMost = 1e10;  // bounds of variances

// Draws from the inverse gamma distribution, clamped.
double inverse_gamma(double shape, double scale, Rng& rng) {
  return std::clamp(scale / rng.gamma(shape), kLeast, kMost);
}

VectorXd normals(Eigen::Index count, Rng& rng) {
  VectorXd drawn(count);
  for (double& each : drawn) each = rng.normal();
  return drawn;
}

// Returns the lower triangle of I + X diag(variances) X^T, n x n. Fast if columns of X have few entries.
MatrixXd covariance_of_rows(const Sparse& X, const VectorXd& variances) {
  MatrixXd covariance = MatrixXd::Identity(X.rows(), X.rows());
  for (Eigen::Index column = 0; column < X.cols(); ++column)
    for (Sparse::InnerIterator one(X, column); one; ++one) {
      const double scaled = variances[column] * one.value();
      for (auto other = one; other; ++other) covariance(other.row(), one.row()) += scaled * other.value();
    }
  return covariance;
}

}  // namespace

VectorXd draw_by_rows(const Sparse& X, const VectorXd& y, const VectorXd& variances,
                      const VectorXd& of_columns, const VectorXd& of_rows) {
  const VectorXd prior = variances.cwiseSqrt().cwiseProduct(of_columns);
  VectorXd residual = y - X * prior - of_rows;
  const MatrixXd covariance = covariance_of_rows(X, variances);
  covariance.selfadjointView<Eigen::Lower>().llt().solveInPlace(residual);
  return prior + variances.cwiseProduct(X.transpose() * residual);
}

VectorXd draw_by_columns(const MatrixXd& gram, const VectorXd& projected, const VectorXd& variances,
                         const VectorXd& of_columns) {
  MatrixXd precision = gram;
  precision.diagonal() += variances.cwiseInverse();
  const Eigen::LLT<MatrixXd> factor(precision);
  VectorXd drawn = factor.matrixL().solve(projected) + of_columns;
  factor.matrixU().solveInPlace(drawn);
  return drawn;
}

HorseshoeSampler::HorseshoeSampler(Sparse X, VectorXd y, Rng& rng)
    : X_(std::move(X)),
      y_(std::move(y)),
      weights_(VectorXd::Zero(X_.cols())),
      local_(X_.cols()),
      of_local_(VectorXd::Ones(X_.cols())) {
  if (X_.cols() <= X_.rows()) {
    gram_ = X_.transpose() * X_;
    projected_ = X_.transpose() * y_;
  }
  for (double& each : local_) each = std::max(kLeast, rng.uniform());
}

void HorseshoeSampler::draw_weights(Rng& rng) {
  const VectorXd variances = (global_ * local_).cwiseMax(kLeast).cwiseMin(kMost);
  const double deviation = std::sqrt(noise_);
  const VectorXd of_columns = normals(X_.cols(), rng);
  if (X_.cols() <= X_.rows())
    weights_ = deviation * draw_by_columns(gram_, projected_ / deviation, variances, of_columns);
  else
    weights_ = deviation * draw_by_rows(X_, y_ / deviation, variances, of_columns, normals(X_.rows(), rng));
}

void HorseshoeSampler::sweep(Rng& rng) {
  draw_weights(rng);
  const auto n = static_cast<double>(X_.rows()), p = static_cast<double>(X_.cols());
  const VectorXd squares = weights_.cwiseAbs2();
  const auto weighted = [&] { return squares.cwiseQuotient(local_).sum(); };
  noise_ = inverse_gamma((n + p) / 2, ((y_ - X_ * weights_).squaredNorm() + weighted() / global_) / 2, rng);
  for (Eigen::Index j = 0; j < local_.size(); ++j)
    local_[j] = inverse_gamma(1, 1 / of_local_[j] + squares[j] / (2 * global_ * noise_), rng);
  global_ = inverse_gamma((p + 1) / 2, 1 / of_global_ + weighted() / (2 * noise_), rng);
  for (Eigen::Index j = 0; j < local_.size(); ++j) of_local_[j] = inverse_gamma(1, 1 + 1 / local_[j], rng);
  of_global_ = inverse_gamma(1, 1 + 1 / global_, rng);
}

}  // namespace bora::surrogates
