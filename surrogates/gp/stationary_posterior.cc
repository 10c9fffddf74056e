#include "surrogates/gp/stationary_posterior.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "surrogates/linalg/cholesky.h"
#include "surrogates/linalg/few_columns.h"

namespace bora::surrogates {

StationaryPosterior::StationaryPosterior(RadialFamily family, int dimension, bool keep_distances)
    : family_(family), keep_distances_(keep_distances) {
  points_.resize(dimension, 0);
}

void StationaryPosterior::reserve(Eigen::Index needed) {
  const Eigen::Index capacity = points_.cols();
  if (needed <= capacity) return;
  const Eigen::Index larger = grown_room(needed, capacity);
  const Eigen::Index d = points_.rows();
  points_.conservativeResize(d, larger);
  if (keep_distances_) {
    Eigen::MatrixXd distances(larger, larger);
    distances.topLeftCorner(size_, size_) = this->distances();
    distances_.swap(distances);
  }
  if (factorised()) {
    process_.reserve(larger);
    scaled_points_.conservativeResize(d, larger);
    scaled_points_single_.conservativeResize(d, larger);
    squared_norms_.conservativeResize(larger);
  }
}

Eigen::MatrixXd StationaryPosterior::scaled(const Eigen::Ref<const Eigen::MatrixXd>& Z) const {
  const Eigen::VectorXd& lengthscales = hyperparameters_.lengthscales;
  if (lengthscales.size() == 1) return Z / lengthscales[0];
  return lengthscales.cwiseInverse().asDiagonal() * Z;
}

void StationaryPosterior::scale_points(Eigen::Index first) {
  const Eigen::Index count = size_ - first;
  scaled_points_.middleCols(first, count) = scaled(points_.middleCols(first, count));
  scaled_points_single_.middleCols(first, count) = scaled_points_.middleCols(first, count).cast<float>();
  squared_norms_.segment(first, count) =
      scaled_points_.middleCols(first, count).colwise().squaredNorm().transpose();
}

void StationaryPosterior::append(const Eigen::Ref<const Eigen::MatrixXd>& points) {
  assert(points.rows() == points_.rows());
  reserve(size_ + points.cols());
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const Eigen::Index n = size_;
    points_.col(n) = points.col(i);
    if (keep_distances_) {
      // By differences, not products, since the distances are used for all later lengthscales and should have
      // full precision.
      for (Eigen::Index j = 0; j < n; ++j) distances_(n, j) = (points_.col(j) - points_.col(n)).squaredNorm();
      distances_(n, n) = 0;
    }
    ++size_;
    if (!factorised()) continue;
    scale_points(n);
    Eigen::VectorXd row(n);
    row.noalias() = -2 * scaled_points_.leftCols(n).transpose() * scaled_points_.col(n);
    row.array() += squared_norms_.head(n).array() + squared_norms_[n];
    row = row.cwiseMax(0.0);
    radial_in_place(family_, row);
    row *= hyperparameters_.signal_variance;
    process_.append(std::move(row), hyperparameters_.signal_variance);
  }
}

void StationaryPosterior::remove_last(Eigen::Index m) {
  size_ -= m;
  if (factorised()) process_.remove_last(m);
}

bool StationaryPosterior::factorise(const StationaryHyperparameters& hyperparameters) {
  const Eigen::Index n = size_;
  const Eigen::Index capacity = points_.cols();
  hyperparameters_ = hyperparameters;
  if (scaled_points_.cols() != capacity) {
    scaled_points_.resize(points_.rows(), capacity);
    scaled_points_single_.resize(points_.rows(), capacity);
    squared_norms_.resize(capacity);
  }
  scale_points(0);
  const auto write_gram = [&](auto& gram) {
    const bool isotropic = hyperparameters_.lengthscales.size() == 1;
    const double scale =
        isotropic ? 1 / (hyperparameters_.lengthscales[0] * hyperparameters_.lengthscales[0]) : 1;
    for (Eigen::Index j = 0; j < n; ++j) {
      auto column = gram.col(j).segment(j, n - j);
      if (keep_distances_ && isotropic) {
        column = distances_.col(j).segment(j, n - j) * scale;
      } else {
        column = (scaled_points_.middleCols(j, n - j).colwise() - scaled_points_.col(j))
                     .colwise()
                     .squaredNorm()
                     .transpose();
      }
      radial_in_place(family_, column);
      column *= hyperparameters_.signal_variance;
    }
  };
  return process_.factorise(n, capacity, hyperparameters_.noise_variance, write_gram);
}

StationaryPosterior::Marginal StationaryPosterior::marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z,
                                                            bool with_slopes) const {
  const Eigen::Index n = size_;
  const Eigen::Index m = Z.cols();
  const Eigen::MatrixXd scaled_Z = scaled(Z);
  Marginal result;
  Eigen::MatrixXd& cross = result.whitened;
  cross = transposed_product(scaled_points_.leftCols(n), -2 * scaled_Z);
  if (with_slopes) result.slopes.resize(n, m);
  for (Eigen::Index i = 0; i < m; ++i) {
    auto column = cross.col(i);
    column.array() += squared_norms_.head(n).array() + scaled_Z.col(i).squaredNorm();
    column = column.cwiseMax(0.0);
    if (with_slopes) {
      radial_with_slope(family_, column, result.slopes.col(i));
    } else {
      radial_in_place(family_, column);
    }
  }
  cross *= hyperparameters_.signal_variance;
  result.mean.noalias() = cross.topRows(process_.weights().size()).transpose() * process_.weights();
  solve_lower_in_place(process_.lower(), cross);
  result.variance =
      (hyperparameters_.signal_variance - cross.colwise().squaredNorm().array()).cwiseMax(0.0).transpose();
  return result;
}

Eigen::MatrixXd StationaryPosterior::input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z,
                                                    const Marginal& marginal,
                                                    const Eigen::VectorXd& mean_weights,
                                                    const Eigen::VectorXd& variance_weights) const {
  // mean = k' a and variance = s^2 - k' A^-1 k, so the derivative of the weighted sum w.r.t. k(X, z_i) (its
  // adjoint) is H = mean_weight a - 2 variance_weight A^-1 k. With S = |(z - x) / l|^2 the gradient is sum_x
  // H k'(S) 2 (z - x) / l^2.
  const Eigen::Index n = size_;
  Eigen::MatrixXd adjoint = marginal.whitened;
  solve_upper_in_place(process_.lower(), adjoint);
  adjoint *= (-2 * variance_weights).asDiagonal();
  adjoint.topRows(process_.weights().size()).noalias() += process_.weights() * mean_weights.transpose();
  adjoint.array() *= marginal.slopes.array() * (2 * hyperparameters_.signal_variance);
  Eigen::MatrixXd gradient = scaled(Z) * adjoint.colwise().sum().asDiagonal();
  subtract_product(scaled_points_.leftCols(n), adjoint, gradient);
  return scaled(gradient);
}

StationaryPosterior::Screening StationaryPosterior::screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const {
  const Eigen::Index n = size_;
  const auto signal = static_cast<float>(hyperparameters_.signal_variance);
  // Points with imputed values have no weight in the mean, but reduce the variance.
  Eigen::VectorXf weights = Eigen::VectorXf::Zero(n);
  weights.head(process_.weights().size()) =
      (process_.weights() * hyperparameters_.signal_variance).cast<float>();
  const Eigen::VectorXf norms = squared_norms_.head(n).cast<float>();
  const Eigen::VectorXf inverse = hyperparameters_.lengthscales.cwiseInverse().cast<float>();
  Screening result{Eigen::VectorXf(Z.cols()), Eigen::VectorXf(Z.cols())};
  Eigen::MatrixXf block;
  Eigen::MatrixXf scaled_Z;
  for (Eigen::Index first = 0; first < Z.cols(); first += kScreeningBlock) {
    const Eigen::Index m = std::min(kScreeningBlock, Z.cols() - first);
    if (inverse.size() == 1) {
      scaled_Z = Z.middleCols(first, m) * inverse[0];
    } else {
      scaled_Z = inverse.asDiagonal() * Z.middleCols(first, m);
    }
    block.resize(n, m);
    block.noalias() = scaled_points_single_.leftCols(n).transpose() * scaled_Z;
    for (Eigen::Index i = 0; i < m; ++i) {
      auto column = block.col(i);
      column.array() = (norms.array() + scaled_Z.col(i).squaredNorm() - 2 * column.array()).max(0.0F);
      radial_in_place(family_, column);
      const float correlation = column.maxCoeff();
      result.variance_bound[first + i] = signal * (1 - correlation * correlation);
    }
    result.mean.segment(first, m).noalias() = block.transpose() * weights;
  }
  return result;
}

}  // namespace bora::surrogates
