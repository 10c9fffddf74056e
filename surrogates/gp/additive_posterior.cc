#include "surrogates/gp/additive_posterior.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "surrogates/linalg/few_columns.h"

namespace bora::surrogates {

void AdditivePosterior::reserve(Eigen::Index needed) {
  const Eigen::Index capacity = points_.cols();
  if (needed <= capacity) return;
  const Eigen::Index larger = grown_room(needed, capacity);
  const Eigen::Index d = points_.rows();
  points_.conservativeResize(d, larger);
  if (!factorised()) return;
  process_.reserve(larger);
  reserve_groups(larger);
}

void AdditivePosterior::reserve_groups(Eigen::Index capacity) {
  grouped_.norms.conservativeResize(Eigen::NoChange, capacity);
  for (auto& part : grouped_.parts) part.conservativeResize(Eigen::NoChange, capacity);
  for (auto& part : single_) part.conservativeResize(Eigen::NoChange, capacity);
}

void AdditivePosterior::append(const Eigen::Ref<const Eigen::MatrixXd>& points) {
  assert(points.rows() == points_.rows());
  reserve(size_ + points.cols());
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const Eigen::Index n = size_;
    points_.col(n) = points.col(i);
    ++size_;
    if (!factorised()) continue;
    const GroupedPoints added = group_points(partition_, points.col(i), hyperparameters_.lengthscales);
    grouped_.norms.col(n) = added.norms;
    Eigen::VectorXd row = Eigen::VectorXd::Zero(n);
    Eigen::VectorXd part(n);
    for (int j = 0; j < partition_.groups(); ++j) {
      Eigen::MatrixXd& own = grouped_.parts[j];
      own.col(n) = added.parts[j];
      single_[j].col(n) = added.parts[j].cast<float>();
      part.noalias() = -2 * own.leftCols(n).transpose() * own.col(n);
      part.array() += grouped_.norms.row(j).head(n).transpose().array() + grouped_.norms(j, n);
      part = part.cwiseMax(0.0);
      radial_in_place(family_, part);
      row += hyperparameters_.signal_variances[j] * part;
    }
    process_.append(std::move(row), hyperparameters_.signal_variances.sum());
  }
}

void AdditivePosterior::remove_last(Eigen::Index m) {
  size_ -= m;
  if (factorised()) process_.remove_last(m);
}

bool AdditivePosterior::factorise(const Partition& partition,
                                  const AdditiveHyperparameters& hyperparameters) {
  const Eigen::Index n = size_;
  const Eigen::Index capacity = points_.cols();
  partition_ = partition;
  hyperparameters_ = hyperparameters;
  grouped_ = group_points(partition, points_.leftCols(n), hyperparameters.lengthscales);
  const GroupDistances distances(grouped_, GroupDistances::Keep::no);
  const Eigen::VectorXd factors = Eigen::VectorXd::Ones(partition_.groups());
  const auto write = [&](auto& gram) {
    additive_gram(family_, distances, factors, hyperparameters_.signal_variances, gram);
  };
  if (!process_.factorise(n, capacity, hyperparameters_.noise_variance, write)) return false;
  single_.clear();
  for (const auto& part : grouped_.parts) single_.push_back(part.cast<float>());
  reserve_groups(capacity);
  return true;
}

AdditivePosterior::Marginal AdditivePosterior::marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z,
                                                        bool with_slopes) const {
  Marginal result;
  marginal(Z, with_slopes, result);
  return result;
}

void AdditivePosterior::marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes,
                                 Marginal& result) const {
  const Eigen::Index n = size_;
  const Eigen::Index m = Z.cols();
  const int groups = partition_.groups();
  const GroupedPoints asked = group_points(partition_, Z, hyperparameters_.lengthscales);
  result.mean.resize(groups, m);
  result.variance.resize(groups, m);
  result.whitened.resize(n, groups * m);
  if (with_slopes) result.slopes.resize(n, groups * m);
  for (int j = 0; j < groups; ++j) {
    auto cross = result.whitened.middleCols(j * m, m);
    cross = transposed_product(grouped_.parts[j].leftCols(n), -2 * asked.parts[j]);
    for (Eigen::Index i = 0; i < m; ++i) {
      auto column = cross.col(i);
      column.array() += grouped_.norms.row(j).head(n).transpose().array() + asked.norms(j, i);
      column = column.cwiseMax(0.0);
      if (with_slopes) {
        radial_with_slope(family_, column, result.slopes.col(j * m + i));
      } else {
        radial_in_place(family_, column);
      }
    }
    cross *= hyperparameters_.signal_variances[j];
    result.mean.row(j).noalias() = process_.weights().transpose() * cross.topRows(process_.weights().size());
  }
  const auto lower = process_.lower();
  lower.triangularView<Eigen::Lower>().solveInPlace(result.whitened);
  for (int j = 0; j < groups; ++j)
    result.variance.row(j) = (hyperparameters_.signal_variances[j] -
                              result.whitened.middleCols(j * m, m).colwise().squaredNorm().array())
                                 .cwiseMax(0.0);
}

Eigen::MatrixXd AdditivePosterior::input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z,
                                                  Marginal& marginal, const Eigen::MatrixXd& mean_weights,
                                                  const Eigen::MatrixXd& variance_weights) const {
  // As in StationaryPosterior::input_gradient(): the adjoint of k_j(X, z_i) is mean_weight a - 2
  // variance_weight A^-1 k.
  const Eigen::Index n = size_;
  const Eigen::Index m = Z.cols();
  const GroupedPoints asked = group_points(partition_, Z, hyperparameters_.lengthscales);
  Eigen::MatrixXd& adjoint = marginal.whitened;
  const auto lower = process_.lower();
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace(adjoint);
  Eigen::MatrixXd gradient(Z.rows(), m);
  for (int j = 0; j < partition_.groups(); ++j) {
    const int start = partition_.start(j);
    auto columns = adjoint.middleCols(j * m, m);
    columns *= (-2 * variance_weights.row(j)).asDiagonal();
    columns.topRows(process_.weights().size()).noalias() += process_.weights() * mean_weights.row(j);
    columns.array() *=
        marginal.slopes.middleCols(j * m, m).array() * (2 * hyperparameters_.signal_variances[j]);
    Eigen::MatrixXd slope = asked.parts[j] * columns.colwise().sum().asDiagonal();
    subtract_product(grouped_.parts[j].leftCols(n), columns, slope);
    for (int i = 0; i < partition_.size(j); ++i)
      gradient.row(partition_.order[start + i]) = slope.row(i) / hyperparameters_.lengthscales[j];
  }
  return gradient;
}

AdditivePosterior::Screening AdditivePosterior::screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const {
  const Eigen::Index n = size_;
  const int groups = partition_.groups();
  // Points with imputed values have no weight in the mean, but reduce the variance.
  Eigen::VectorXf weights = Eigen::VectorXf::Zero(n);
  weights.head(process_.weights().size()) = process_.weights().cast<float>();
  Screening result{Eigen::MatrixXf(groups, Z.cols()), Eigen::MatrixXf(groups, Z.cols())};
  Eigen::MatrixXf block;
  Eigen::MatrixXf part;
  for (Eigen::Index first = 0; first < Z.cols(); first += kScreeningBlock) {
    const Eigen::Index m = std::min(kScreeningBlock, Z.cols() - first);
    for (int j = 0; j < groups; ++j) {
      const int start = partition_.start(j);
      const int size = partition_.size(j);
      const auto inverse = static_cast<float>(1 / hyperparameters_.lengthscales[j]);
      const auto signal = static_cast<float>(hyperparameters_.signal_variances[j]);
      part.resize(size, m);
      for (int i = 0; i < size; ++i)
        part.row(i) = Z.row(partition_.order[start + i]).segment(first, m) * inverse;
      const Eigen::VectorXf norms = grouped_.norms.row(j).head(n).transpose().cast<float>();
      block.resize(n, m);
      block.noalias() = single_[j].leftCols(n).transpose() * part;
      for (Eigen::Index i = 0; i < m; ++i) {
        auto column = block.col(i);
        column.array() = (norms.array() + part.col(i).squaredNorm() - 2 * column.array()).max(0.0F);
        radial_in_place(family_, column);
        const float correlation = column.maxCoeff();
        result.lone_variance(j, first + i) = signal * (1 - correlation * correlation);
      }
      result.mean.row(j).segment(first, m).noalias() = signal * (weights.transpose() * block);
    }
  }
  return result;
}

}  // namespace bora::surrogates
