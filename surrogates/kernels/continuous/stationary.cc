#include "surrogates/kernels/continuous/stationary.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "common/error.h"
#include "surrogates/kernels/hyperparameter_checks.h"

namespace bora {

StationaryKernel::StationaryKernel(RadialFamily family, int dimension, bool ard)
    : family_(family), dimension_(dimension), ard_(ard) {
  if (dimension < 1) throw InputError("kernel dimension: {} is below 1", dimension);
  const int count = ard ? dimension : 1;
  const double diameter = std::sqrt(dimension);
  log_lengthscales_ = Eigen::VectorXd::Constant(count, std::log(0.5 * diameter));
  bounds_.lower = Eigen::VectorXd::Constant(count, std::log(0.01 * diameter));
  bounds_.upper = Eigen::VectorXd::Constant(count, std::log(10 * diameter));
}

void StationaryKernel::set_hyperparameters(const Eigen::VectorXd& log_values) {
  check_hyperparameters(log_values, hyperparameter_count());
  log_lengthscales_ = log_values;
}

void StationaryKernel::set_bounds(const Bounds& log_bounds) {
  check_bounds(log_bounds, hyperparameter_count());
  bounds_ = log_bounds;
}

std::vector<std::string> StationaryKernel::hyperparameter_names() const {
  if (!ard_) return {"lengthscale"};
  std::vector<std::string> names;
  for (int j = 0; j < dimension_; ++j) names.push_back(fmt::format("lengthscale[{}]", j));
  return names;
}

Eigen::MatrixXd StationaryKernel::scaled(const Eigen::MatrixXd& X) const {
  if (X.cols() != dimension_)
    throw InputError("kernel inputs: {} columns, expected {}", X.cols(), dimension_);
  if (!ard_) return X * std::exp(-log_lengthscales_[0]);
  return X * (-log_lengthscales_).array().exp().matrix().asDiagonal();
}

Eigen::MatrixXd StationaryKernel::gram(const Eigen::MatrixXd& X) const {
  Eigen::MatrixXd K = cross(X, X);
  // A matrix product need not round (a, b) and (b, a) alike, nor an exact zero on the diagonal.
  K.diagonal().setOnes();
  K.triangularView<Eigen::StrictlyUpper>() = K.transpose();
  return K;
}

Eigen::MatrixXd StationaryKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  Eigen::MatrixXd K = squared_distances(scaled(X), scaled(Z));
  radial_in_place(family_, K);
  return K;
}

Eigen::VectorXd StationaryKernel::diag(const Eigen::MatrixXd& X) const {
  return Eigen::VectorXd::Ones(X.rows());
}

Eigen::VectorXd StationaryKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  // With S_ab = sum_j (u_aj - u_bj)^2, u = x / l: dk/d log l_j = k'(S) (-2) (u_aj - u_bj)^2. Let H = W o
  // k'(S), symmetric; then the contraction is
  //   -2 sum_ab H_ab (u_aj - u_bj)^2 = -4 (sum_a h_a u_aj^2 - sum_ab H_ab u_aj u_bj),  h = H 1,
  // of which the last sum is column j of u o (H u): one matrix product for all j.
  const Eigen::MatrixXd U = scaled(X);
  Eigen::MatrixXd S = squared_distances(U, U);
  Eigen::MatrixXd H(S.rows(), S.cols());
  if (!ard_) {
    Eigen::MatrixXd K = S;
    radial_with_slope(family_, K, H);
    return Eigen::VectorXd::Constant(1, -2 * (W.array() * H.array() * S.array()).sum());
  }
  radial_with_slope(family_, S, H);
  H.array() *= W.array();
  const Eigen::VectorXd h = H.rowwise().sum();
  return -4 * (h.transpose() * U.cwiseAbs2() - U.cwiseProduct(H * U).colwise().sum()).transpose();
}

Eigen::MatrixXd StationaryKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                                 const Eigen::MatrixXd& W) const {
  // d k / d z_j = k'(S) 2 (z_j - x_j) / l_j^2.
  const Eigen::MatrixXd scaled_X = scaled(X);
  const Eigen::MatrixXd scaled_Z = scaled(Z);
  Eigen::MatrixXd S = squared_distances(scaled_X, scaled_Z);
  Eigen::MatrixXd H(S.rows(), S.cols());
  radial_with_slope(family_, S, H);
  H.array() *= 2 * W.array();
  Eigen::MatrixXd G = H.colwise().sum().asDiagonal() * scaled_Z;
  G.noalias() -= H.transpose() * scaled_X;
  return scaled(G);
}

std::optional<CosineFeatures> StationaryKernel::features(int count, Rng& rng) const {
  const int freedom = family_ == RadialFamily::matern32 ? 3 : family_ == RadialFamily::matern52 ? 5 : 0;
  CosineFeatures drawn{Eigen::MatrixXd(count, dimension_), Eigen::VectorXd(count),
                       Eigen::VectorXd::Constant(count, std::sqrt(2.0 / count))};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < dimension_; ++j) drawn.frequencies(i, j) = rng.normal();
    double squares = 0;
    for (int k = 0; k < freedom; ++k) squares += std::pow(rng.normal(), 2);
    if (freedom > 0) drawn.frequencies.row(i) *= std::sqrt(freedom / squares);
    drawn.phases[i] = rng.uniform(0, 2 * std::numbers::pi);
  }
  drawn.frequencies = scaled(drawn.frequencies);
  return drawn;
}

Eigen::MatrixXd StationaryKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
}

}  // namespace bora
