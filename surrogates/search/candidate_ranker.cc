#include "surrogates/search/candidate_ranker.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace bora::surrogates {
CandidateRanker::CandidateRanker(int dimension, int outputs, std::vector<FeatureGroup> feature_groups,
                                 std::vector<Eigen::RowVectorXf> windows, RankerGrid grid)
    : grid_(std::move(grid)) {
  int features = 0;
  for (const FeatureGroup& group : feature_groups)
    if (group.size > 0) {
      group_sizes_.push_back(group.size);
      group_starts_.push_back(features);
      group_costs_.push_back(group.cost);
      features += group.size;
    }
  choice_.features.assign(group_sizes_.size(), 0);
  if (windows.empty()) windows.emplace_back();
  for (auto& weights : windows) {
    if (weights.size() != 0 && weights.size() != dimension)
      throw std::invalid_argument("CandidateRanker: a window has the wrong size");
    views_.emplace_back().weights = std::move(weights);
  }
  points_.resize(0, dimension);
  feature_rows_.resize(0, features);
  outputs_.resize(0, outputs);
  raw_whitened_.resize(0, outputs + 1);
}

void CandidateRanker::reserve(int capacity) {
  if (capacity <= points_.rows()) return;
  const int room = (2 * capacity + kTile - 1) / kTile * kTile;  // weigh() reads whole tiles
  points_.conservativeResize(room, Eigen::NoChange);
  feature_rows_.conservativeResize(room, Eigen::NoChange);
  outputs_.conservativeResize(room, Eigen::NoChange);
  raw_whitened_.conservativeResize(room, Eigen::NoChange);
  for (View& view : views_) {
    view.products.conservativeResize(room, room);
    view.centre_products.conservativeResize(room);
  }
}

template <typename Column>
Eigen::VectorXf CandidateRanker::weigh(int n, const std::vector<float>& factors, const Column& column) const {
  Eigen::VectorXf out(n);
  // Sums of the points from `row` on, as many as fit into a tile of constant size.
  const auto add_tile = [&](int row, auto tile) {
    constexpr int kPoints = tile();
    Eigen::Array<float, kPoints, 1> sums = Eigen::Array<float, kPoints, 1>::Zero();  // in registers
    for (std::size_t k = 0; k < factors.size(); ++k)
      sums += factors[k] * points_.col(column(k)).template segment<kPoints>(row).array();
    const int rows = std::min(kPoints, n - row);
    out.segment(row, rows) = sums.head(rows);
  };
  for (int row = 0; row < n; row += kTile) {
    if (n - row > kTile / 2) {
      add_tile(row, std::integral_constant<int, kTile>());
    } else {
      add_tile(row, std::integral_constant<int, kTile / 2>());
    }
  }
  return out;
}

void CandidateRanker::append(const Eigen::Ref<const Eigen::RowVectorXf>& point,
                             const Eigen::Ref<const Eigen::RowVectorXd>& features,
                             const Eigen::Ref<const Eigen::RowVectorXd>& outputs) {
  if (point.size() != points_.cols() || features.size() != feature_rows_.cols() ||
      outputs.size() != outputs_.cols())
    throw std::invalid_argument("CandidateRanker: an observation has the wrong size");
  if (!outputs.allFinite() || !point.allFinite() || !features.allFinite())
    throw std::invalid_argument("CandidateRanker: an observation is not finite");
  reserve(size_ + 1);
  points_.row(size_) = point;
  feature_rows_.row(size_) = features;
  outputs_.row(size_) = outputs;
  const int n = size_ + 1;
  // Reading the points takes much of the time, so each block of coordinates serves all windows. Sums of
  // single precision are limited to a block, since longer ones lose digits.
  constexpr Eigen::Index kBlock = 256;
  const auto windows = static_cast<Eigen::Index>(views_.size());
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(n, windows);
  std::vector<float> factors;
  for (Eigen::Index first = 0; first < points_.cols(); first += kBlock)
    for (Eigen::Index w = 0; w < windows; ++w) {
      const Eigen::RowVectorXf& weights = views_[static_cast<std::size_t>(w)].weights;
      factors.clear();
      for (Eigen::Index j = first; j < std::min(first + kBlock, points_.cols()); ++j)
        factors.push_back(weights.size() > 0 ? point[j] * weights[j] : point[j]);
      const auto column = [&](std::size_t k) { return first + static_cast<Eigen::Index>(k); };
      products.col(w) += weigh(n, factors, column).cast<double>();
    }
  for (Eigen::Index w = 0; w < windows; ++w) {
    View& view = views_[static_cast<std::size_t>(w)];
    view.products.col(size_).head(n) = products.col(w);
    view.products.row(size_).head(n) = products.col(w).transpose();
  }
  size_ = n;
}

Eigen::MatrixXd CandidateRanker::standardised(const Eigen::Ref<const Eigen::MatrixXd>& features,
                                              int group) const {
  const int start = group_starts_[static_cast<std::size_t>(group)];
  const int size = group_sizes_[static_cast<std::size_t>(group)];
  return (features.middleCols(start, size).rowwise() - feature_centre_.segment(start, size))
             .array()
             .rowwise() /
         (feature_scale_.segment(start, size) * std::sqrt(static_cast<double>(size))).array();
}

Eigen::MatrixXd CandidateRanker::centred_outputs() const {
  return outputs_.topRows(size_).rowwise() - mean_;
}

double CandidateRanker::feature_weight(int group) const {
  return grid_.features[static_cast<std::size_t>(choice_.features[static_cast<std::size_t>(group)])];
}

CandidateRanker::Hyperparameters CandidateRanker::hyperparameters() const {
  Hyperparameters selected{grid_.lengthscales[static_cast<std::size_t>(choice_.lengthscale)],
                           grid_.linear[static_cast<std::size_t>(choice_.linear)],
                           grid_.noise[static_cast<std::size_t>(choice_.noise)],
                           {},
                           choice_.window};
  for (int j = 0; j < static_cast<int>(group_sizes_.size()); ++j)
    selected.features.push_back(feature_weight(j));
  return selected;
}

CandidateRanker::Covariances CandidateRanker::kernel(
    const InnerProducts& products, const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  const auto n = products.with_observed.cols();
  const Eigen::VectorXd& squared_norms = products.norms;
  const View& seen = view();
  const auto selected = hyperparameters();
  const Eigen::MatrixXd inner = products.with_observed.cast<double>();
  const Eigen::RowVectorXd observed_norms = seen.products.topLeftCorner(n, n).diagonal().transpose();
  Eigen::MatrixXd squared_distances = -2 * inner;
  squared_distances.colwise() += squared_norms;
  squared_distances.rowwise() += observed_norms;
  const auto rate = static_cast<float>(-0.5 / (seen.median * selected.lengthscale));
  // The products have single precision, so its faster exponential loses nothing.
  const Eigen::ArrayXXf exponent = squared_distances.cast<float>().array().max(0.0F) * rate;
  Eigen::MatrixXd K = exponent.exp().matrix().cast<double>();
  Eigen::VectorXd own = Eigen::VectorXd::Ones(inner.rows());
  if (selected.linear > 0) {
    // <x - c, x' - c> = <x, x'> - <x, c> - <x', c> + |c|^2, where c is the mean of the first fitted_size_
    // points.
    const Eigen::VectorXd with_centre = inner.leftCols(fitted_size_).rowwise().mean();
    const double weight = selected.linear / seen.linear_scale;
    K += weight * ((inner.colwise() - with_centre).rowwise() - seen.centre_products.head(n).transpose());
    K.array() += weight * seen.squared_centre;
    own += weight *
           (squared_norms - 2 * with_centre + Eigen::VectorXd::Constant(inner.rows(), seen.squared_centre));
  }
  for (int j = 0; j < static_cast<int>(group_sizes_.size()); ++j) {
    const double weight = feature_weight(j);
    if (weight == 0) continue;
    const Eigen::MatrixXd of_candidates = standardised(features, j);
    K += weight * of_candidates * standardised(feature_rows_.topRows(n), j).transpose();
    own += weight * of_candidates.rowwise().squaredNorm();
  }
  return {std::move(K), std::move(own)};
}

Eigen::MatrixXd CandidateRanker::covariance() const {
  return whitened_.transpose() * whitened_ / static_cast<double>(whitened_.rows());
}

Eigen::VectorXd CandidateRanker::variances(const Eigen::Ref<const OutputRows>& weights) const {
  if (whitened_.cols() <= kFewOutputs) return (weights * covariance()).cwiseProduct(weights).rowwise().sum();
  return (weights.cast<float>() * single_.transpose()).cast<double>().rowwise().squaredNorm() /
         static_cast<double>(whitened_.rows());
}

CandidateRanker::InnerProducts CandidateRanker::observed(int i) const {
  const auto row = view().products.row(i).head(size_);
  return {row.cast<float>(), Eigen::VectorXd::Constant(1, row[i])};
}

CandidateRanker::InnerProducts CandidateRanker::products(const Eigen::Ref<const PointRows>& points) const {
  const auto observed = points_.topRows(size_);
  const Eigen::RowVectorXf& weights = view().weights;
  if (weights.size() == 0)
    return {points * observed.transpose(), points.rowwise().squaredNorm().cast<double>()};
  const PointRows weighed = points.array().rowwise() * weights.array();
  return {weighed * observed.transpose(), weighed.cwiseProduct(points).rowwise().sum().cast<double>()};
}

CandidateRanker::Ranking CandidateRanker::rank(const Eigen::Ref<const PointRows>& candidates,
                                               const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  return posterior(products(candidates), features);
}

CandidateRanker::Ranking CandidateRanker::rank(const Eigen::Ref<const PointRows>& points,
                                               std::span<const ChangedPoint> candidates,
                                               const Eigen::Ref<const Eigen::MatrixXd>& features,
                                               const InnerProducts& known) const {
  const Eigen::Index first = known.norms.size();
  const InnerProducts rest = products(points.bottomRows(points.rows() - first));
  const Eigen::RowVectorXf& weights = view().weights;
  const auto m = static_cast<Eigen::Index>(candidates.size());
  InnerProducts changed{Eigen::MatrixXf(m, size_), Eigen::VectorXd(m)};
  std::vector<float> factors;
  for (Eigen::Index i = 0; i < m; ++i) {
    const ChangedPoint& candidate = candidates[static_cast<std::size_t>(i)];
    const InnerProducts& of_points = candidate.point < first ? known : rest;
    const Eigen::Index row = candidate.point < first ? candidate.point : candidate.point - first;
    factors.clear();
    double norm = of_points.norms[row];
    for (std::size_t k = 0; k < candidate.coordinates.size(); ++k) {
      const int j = candidate.coordinates[k];
      const float after = candidate.values[k], before = points(candidate.point, j);
      const float weight = weights.size() == 0 ? 1 : weights[j];
      factors.push_back(weight * (after - before));
      norm += weight * (after * after - before * before);
    }
    const auto column = [&](std::size_t k) { return candidate.coordinates[k]; };
    changed.with_observed.row(i) =
        of_points.with_observed.row(row) + weigh(size_, factors, column).transpose();
    changed.norms[i] = norm;
  }
  return posterior(std::move(changed), features);
}

CandidateRanker::Ranking CandidateRanker::posterior(InnerProducts&& products,
                                                    const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  const Covariances K = kernel(products, features);
  const Eigen::MatrixXd V = solve_lower(factor_, K.with_observed.transpose());  // n x m
  constexpr double kLeastVariance = 1e-9;
  Ranking ranking;
  if (whitened_.cols() <= kFewOutputs) {
    ranking.mean = (V.transpose() * whitened_).eval();
  } else {
    ranking.mean = (V.transpose().cast<float>() * single_).cast<double>();
  }
  ranking.mean.rowwise() += mean_;
  ranking.variance = (K.own - V.colwise().squaredNorm().transpose()).array().max(kLeastVariance);
  ranking.products = std::move(products);
  return ranking;
}

Eigen::MatrixXf CandidateRanker::trend() const {
  const Eigen::MatrixXf alpha =
      factor_.lower.triangularView<Eigen::Lower>().transpose().solve(whitened_).cast<float>();
  // c: the mean of the first fitted_size_ points.
  Eigen::MatrixXf slopes = alpha.transpose() * points_.topRows(whitened_.rows()) -
                           alpha.colwise().sum().transpose() * points_.topRows(fitted_size_).colwise().mean();
  if (const auto& weights = view().weights; weights.size() > 0) slopes.array().rowwise() *= weights.array();
  return slopes;
}

}  // namespace bora::surrogates
