#include "surrogates/kernels/continuous/stationary.h"

#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"
#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {
namespace {

// With S_ab = sum_j (u_aj - u_bj)^2 and u = x / l, dk/d log l_j = -2 k'(S) (u_aj - u_bj)^2. The functions
// below return sum_ab W_ab dk_ab/d log l_j. Of W and of the slopes k'(S) they read only the entries below the
// diagonal.

// One lengthscale for each coordinate. Let H = W o k'(S), symmetric; then the sum is
//   -2 sum_ab H_ab (u_aj - u_bj)^2 = -4 (sum_a h_a u_aj^2 - sum_ab H_ab u_aj u_bj),  h = H 1.
// The last sum is that of column j of u o (H u), so one matrix product gives H u and h.
Eigen::VectorXd gradient_of_each(const Eigen::MatrixXd& U, const Eigen::MatrixXd& slopes,
                                 const Eigen::MatrixXd& W) {
  const Eigen::Index n = U.rows(), d = U.cols();
  Eigen::MatrixXd H(n, n);
  for (Eigen::Index c = 0; c < n; ++c) {
    const Eigen::Index below = n - c - 1;
    H(c, c) = 0;
    H.col(c).tail(below) = W.col(c).tail(below).cwiseProduct(slopes.col(c).tail(below));
  }
  Eigen::MatrixXd with_ones(n, d + 1);
  with_ones << U, Eigen::VectorXd::Ones(n);
  const Eigen::MatrixXd products = H.selfadjointView<Eigen::Lower>() * with_ones;
  const auto h = products.col(d);
  return -4 *
         (h.transpose() * U.cwiseAbs2() - U.cwiseProduct(products.leftCols(d)).colwise().sum()).transpose();
}

// One common lengthscale. slopes: k'(S) S.
Eigen::VectorXd gradient_of_all(const Eigen::MatrixXd& slopes, const Eigen::MatrixXd& W) {
  double sum = 0;
  for (Eigen::Index c = 0; c < W.cols(); ++c) {
    const Eigen::Index below = W.cols() - c - 1;
    sum += W.col(c).tail(below).dot(slopes.col(c).tail(below));
  }
  return Eigen::VectorXd::Constant(1, -4 * sum);
}

}  // namespace

StationaryKernel::StationaryKernel(RadialFamily family, int dimension, bool ard)
    : family_(family), dimension_(dimension), ard_(ard) {
  if (dimension < 1) throw InputError("kernel dimension: {} is below 1", dimension);
  const int count = ard ? dimension : 1;
  const double diameter = std::sqrt(dimension);
  initialise(count, std::log(0.5 * diameter), std::log(0.01 * diameter), std::log(10 * diameter));
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
  if (!ard_) return X * std::exp(-log_values_[0]);
  return X * (-log_values_).array().exp().matrix().asDiagonal();
}

Eigen::MatrixXd StationaryKernel::gram(const Eigen::MatrixXd& X) const {
  return differentiable_gram(X, false).K;
}

DifferentiableGram StationaryKernel::differentiable_gram(const Eigen::MatrixXd& X) const {
  return differentiable_gram(X, true);
}

DifferentiableGram StationaryKernel::differentiable_gram(const Eigen::MatrixXd& X, bool with_gradient) const {
  Eigen::MatrixXd U = scaled(X);
  const Eigen::Index n = U.rows();
  const Eigen::VectorXd norms = U.rowwise().squaredNorm();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  K.selfadjointView<Eigen::Lower>().rankUpdate(U, -2);
  // Entries below the diagonal: k'(S) or, with one lengthscale, k'(S) S.
  const Eigen::Index sides = with_gradient ? n : 0;
  Eigen::MatrixXd slopes(sides, sides);
  Eigen::VectorXd squares;
  for (Eigen::Index c = 0; c < n; ++c) {
    const Eigen::Index below = n - c - 1;
    auto column = K.col(c).tail(below);
    column.array() = (column + norms.tail(below)).array().max(-norms[c]) + norms[c];
    if (with_gradient) {
      auto slope = slopes.col(c).tail(below);
      if (!ard_) squares = column;
      radial_with_slope(family_, column, slope);
      if (!ard_) slope.array() *= squares.array();
    } else {
      radial_in_place(family_, column);
    }
    K(c, c) = 1;
  }
  mirror_lower(K);
  if (!with_gradient) return {std::move(K), {}};
  return {std::move(K), [ard = ard_, U = std::move(U), slopes = std::move(slopes)](const Eigen::MatrixXd& W) {
            return ard ? gradient_of_each(U, slopes, W) : gradient_of_all(slopes, W);
          }};
}

Eigen::MatrixXd StationaryKernel::cross(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z) const {
  Eigen::MatrixXd K = squared_distances(scaled(X), scaled(Z));
  radial_in_place(family_, K);
  return K;
}

Eigen::VectorXd StationaryKernel::gram_gradient(const Eigen::MatrixXd& X, const Eigen::MatrixXd& W) const {
  return differentiable_gram(X).gradient(W);
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
  int freedom = 0;  // degrees of freedom of Student's t distribution of the frequencies; 0: normal
  if (family_ == RadialFamily::matern32) freedom = 3;
  if (family_ == RadialFamily::matern52) freedom = 5;
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

}  // namespace bora::surrogates
