#include "surrogates/kernels/continuous/coordinate_sum.h"

#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "surrogates/kernels/continuous/stationary.h"
#include "surrogates/kernels/hyperparameter_checks.h"

namespace bora {

CoordinateSumKernel::CoordinateSumKernel(RadialFamily family, int dimension) : family_(family) {
  if (dimension < 1) throw InputError("kernel dimension: {} is below 1", dimension);
  log_lengthscales_ = Eigen::VectorXd::Constant(dimension, std::log(0.5));
  bounds_.lower = Eigen::VectorXd::Constant(dimension, std::log(0.01));
  bounds_.upper = Eigen::VectorXd::Constant(dimension, std::log(10.0));
}

void CoordinateSumKernel::set_hyperparameters(const Eigen::VectorXd& log_values) {
  check_hyperparameters(log_values, hyperparameter_count());
  log_lengthscales_ = log_values;
}

void CoordinateSumKernel::set_bounds(const Bounds& log_bounds) {
  check_bounds(log_bounds, hyperparameter_count());
  bounds_ = log_bounds;
}

std::vector<std::string> CoordinateSumKernel::hyperparameter_names() const {
  std::vector<std::string> names;
  for (Eigen::Index j = 0; j < log_lengthscales_.size(); ++j)
    names.push_back(fmt::format("coordinate lengthscale[{}]", j));
  return names;
}

Eigen::MatrixXd CoordinateSumKernel::scaled(const Eigen::MatrixXd& X) const {
  if (X.cols() != log_lengthscales_.size())
    throw InputError("kernel inputs: {} columns, expected {}", X.cols(), log_lengthscales_.size());
  return X * (-log_lengthscales_).array().exp().matrix().asDiagonal();
}

// Column by column and coordinate by coordinate, so that what is worked on stays in the first-level cache.
Eigen::MatrixXd CoordinateSumKernel::gram(const Eigen::MatrixXd& X) const {
  const Eigen::MatrixXd U = scaled(X);
  const Eigen::Index n = X.rows(), d = U.cols();
  Eigen::MatrixXd K(n, n);
  Eigen::ArrayXd part;
  for (Eigen::Index c = 0; c < n; ++c) {
    auto column = K.col(c).tail(n - c - 1).array();
    column.setZero();
    for (Eigen::Index j = 0; j < d; ++j) {
      part = (U.col(j).tail(n - c - 1).array() - U(c, j)).square();
      radial_in_place(family_, part);
      column += part;
    }
    column /= static_cast<double>(d);
    K(c, c) = 1;
  }
  K.triangularView<Eigen::StrictlyUpper>() = K.transpose();
  return K;
}

Eigen::MatrixXd CoordinateSumKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  const Eigen::MatrixXd U = scaled(X), V = scaled(Z);
  Eigen::MatrixXd K(X.rows(), Z.rows());
  Eigen::ArrayXd part;
  for (Eigen::Index c = 0; c < Z.rows(); ++c) {
    auto column = K.col(c).array();
    column.setZero();
    for (Eigen::Index j = 0; j < U.cols(); ++j) {
      part = (U.col(j).array() - V(c, j)).square();
      radial_in_place(family_, part);
      column += part;
    }
    column /= static_cast<double>(U.cols());
  }
  return K;
}

Eigen::VectorXd CoordinateSumKernel::diag(const Eigen::MatrixXd& X) const {
  return Eigen::VectorXd::Ones(X.rows());
}

Eigen::VectorXd CoordinateSumKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  // dk_j / d log l_j = k_j'(S) (-2 S), which is 0 on the diagonal and counts twice below it.
  const Eigen::MatrixXd U = scaled(X);
  const Eigen::Index n = X.rows(), d = U.cols();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(d);
  Eigen::ArrayXd part, differences, slopes;
  for (Eigen::Index c = 0; c + 1 < n; ++c)
    for (Eigen::Index j = 0; j < d; ++j) {
      differences = (U.col(j).tail(n - c - 1).array() - U(c, j)).square();
      part = differences;
      slopes.resize(part.size());
      radial_with_slope(family_, part, slopes);
      gradient[j] += (W.col(c).tail(n - c - 1).array() * slopes * differences).sum();
    }
  return gradient * (-4 / static_cast<double>(d));
}

Eigen::MatrixXd CoordinateSumKernel::input_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z,
                                                    const Eigen::MatrixXd& W) const {
  // d k / d z_j = k_j'(S) 2 (z_j - x_j) / l_j^2 / d.
  const Eigen::MatrixXd U = scaled(X), V = scaled(Z);
  Eigen::MatrixXd G(Z.rows(), Z.cols());
  Eigen::ArrayXd part, differences, slopes(X.rows());
  for (Eigen::Index c = 0; c < Z.rows(); ++c)
    for (Eigen::Index j = 0; j < U.cols(); ++j) {
      differences = V(c, j) - U.col(j).array();
      part = differences.square();
      radial_with_slope(family_, part, slopes);
      G(c, j) = (W.col(c).array() * slopes * differences).sum();
    }
  return scaled(G * (2 / static_cast<double>(U.cols())));
}

Eigen::MatrixXd CoordinateSumKernel::diag_gradient(const Eigen::MatrixXd& Z) const {
  return Eigen::MatrixXd::Zero(Z.rows(), Z.cols());
}

std::optional<CosineFeatures> CoordinateSumKernel::features(int count, Rng& rng) const {
  // Of a coordinate drawn for each, as a kernel of one dimension has them.
  const auto d = static_cast<int>(log_lengthscales_.size());
  auto drawn = StationaryKernel(family_, 1, true).features(count, rng);
  CosineFeatures placed{Eigen::MatrixXd::Zero(count, d), drawn->phases, drawn->amplitudes};
  for (int i = 0; i < count; ++i) {
    const int j = rng.index(d);
    // Its default lengthscale is 0.5.
    placed.frequencies(i, j) = drawn->frequencies(i, 0) * 0.5 * std::exp(-log_lengthscales_[j]);
  }
  return placed;
}

}  // namespace bora
