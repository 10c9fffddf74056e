#include "surrogates/search/candidate_ranker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace bora {
namespace {

// Evidence is cheap below this number of observations: the whole grid is tried.
constexpr int kFew = 60;

double median(std::vector<double> values) {
  if (values.empty()) return 1;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

// Each n x n, the weights of the kernel not yet applied.
struct CandidateRanker::Parts {
  Eigen::MatrixXd squared_distances, linear, features;
};

CandidateRanker::CandidateRanker(int dimension, int outputs, int features, RankerGrid grid)
    : grid_(std::move(grid)), features_(features) {
  if (features_ == 0) grid_.features = {0};
  points_.resize(0, dimension);
  feature_rows_.resize(0, features);
  outputs_.resize(0, outputs);
}

void CandidateRanker::reserve(int capacity) {
  if (capacity <= points_.rows()) return;
  const int room = std::max(32, 2 * capacity);
  points_.conservativeResize(room, Eigen::NoChange);
  feature_rows_.conservativeResize(room, Eigen::NoChange);
  products_.conservativeResize(room, room);
  outputs_.conservativeResize(room, Eigen::NoChange);
  centre_products_.conservativeResize(room);
}

void CandidateRanker::append(const Eigen::Ref<const Eigen::RowVectorXf>& point,
                             const Eigen::Ref<const Eigen::RowVectorXd>& features,
                             const Eigen::Ref<const Eigen::RowVectorXd>& outputs) {
  if (!outputs.allFinite() || !point.allFinite() || !features.allFinite())
    throw std::invalid_argument("CandidateRanker: an observation is not finite");
  reserve(size_ + 1);
  points_.row(size_) = point;
  feature_rows_.row(size_) = features;
  outputs_.row(size_) = outputs;
  const int n = size_ + 1;
  const Eigen::VectorXf with_others = points_.topRows(n) * points_.row(size_).transpose();
  products_.col(size_).head(n) = with_others.cast<double>();
  products_.row(size_).head(n) = products_.col(size_).head(n).transpose();
  size_ = n;
}

// Everything that the kernel is measured in, from all observations.
void CandidateRanker::centre() {
  const int n = size_;
  const auto products = products_.topLeftCorner(n, n);
  std::vector<double> distances;
  distances.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(n - 1) / 2);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (const double q = products(i, i) + products(j, j) - 2 * products(i, j); q > 0)
        distances.push_back(q);
  median_ = std::max(median(std::move(distances)), 1e-12);
  centre_products_.head(n) = products.rowwise().mean();
  squared_centre_ = centre_products_.head(n).mean();
  linear_scale_ = std::max(products.diagonal().mean() - squared_centre_, 1e-12);
  const auto features = feature_rows_.topRows(n);
  feature_centre_ = features.colwise().mean();
  feature_scale_ = ((features.rowwise() - feature_centre_).colwise().squaredNorm() / n).cwiseSqrt();
  // A feature that never varies says nothing.
  feature_scale_ = (feature_scale_.array() > 1e-12).select(feature_scale_, 1);
}

Eigen::MatrixXd CandidateRanker::standardised(const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  return (features.rowwise() - feature_centre_).array().rowwise() /
         (feature_scale_ * std::sqrt(static_cast<double>(features_))).array();
}

namespace {

// The kernel with its weights; the caller adds the noise.
Eigen::MatrixXd weigh(const Eigen::MatrixXd& radial, const Eigen::MatrixXd& linear, double linear_weight,
                      const Eigen::MatrixXd& features, double feature_weight) {
  Eigen::MatrixXd K = radial;
  if (linear_weight > 0) K += linear_weight * linear;
  if (feature_weight > 0) K += feature_weight * features;
  return K;
}

struct Evidence {
  double log_evidence;
  CholeskyFactor factor;
};

// Of outputs Y, n x o, up to a constant, the scale of each at its maximum. Empty for a kernel that is not
// positive definite.
std::optional<Evidence> evidence(const Eigen::MatrixXd& K, double noise, const Eigen::MatrixXd& Y) {
  Eigen::MatrixXd noisy = K;
  noisy.diagonal().array() += noise;
  auto factor = cholesky(noisy);
  if (!factor) return std::nullopt;
  const auto n = static_cast<double>(Y.rows());
  const Eigen::ArrayXd scales =
      (solve_lower(*factor, Y).colwise().squaredNorm().transpose().array() / n).max(1e-12);
  const double half_log_determinant = factor->lower.diagonal().array().log().sum();
  const double log_evidence =
      -0.5 * n * scales.log().sum() - static_cast<double>(Y.cols()) * half_log_determinant;
  return Evidence{log_evidence, std::move(*factor)};
}

}  // namespace

Eigen::MatrixXd CandidateRanker::centred_outputs() const {
  return outputs_.topRows(size_).rowwise() - mean_;
}

void CandidateRanker::choose(const Parts& parts, bool everywhere) {
  const Eigen::MatrixXd Y = centred_outputs();
  double best = -std::numeric_limits<double>::infinity();
  Choice chosen = choice_;
  int radial_of = -1;
  Eigen::MatrixXd radial;
  const auto attempt = [&](const Choice& choice) {
    if (choice.lengthscale != radial_of) {
      radial = (parts.squared_distances.array() *
                (-0.5 / (median_ * grid_.lengthscales[static_cast<std::size_t>(choice.lengthscale)])))
                   .exp();
      radial_of = choice.lengthscale;
    }
    const auto found =
        evidence(weigh(radial, parts.linear, grid_.linear[static_cast<std::size_t>(choice.linear)],
                       parts.features, grid_.features[static_cast<std::size_t>(choice.features)]),
                 grid_.noise[static_cast<std::size_t>(choice.noise)], Y);
    if (!found || !(found->log_evidence > best)) return false;
    best = found->log_evidence;
    chosen = choice;
    return true;
  };

  const std::array sizes = {static_cast<int>(grid_.lengthscales.size()),
                            static_cast<int>(grid_.linear.size()), static_cast<int>(grid_.features.size()),
                            static_cast<int>(grid_.noise.size())};
  if (everywhere) {
    for (int l = 0; l < sizes[0]; ++l)
      for (int a = 0; a < sizes[1]; ++a)
        for (int b = 0; b < sizes[2]; ++b)
          for (int z = 0; z < sizes[3]; ++z) attempt({l, a, b, z});
    choice_ = chosen;
    return;
  }
  attempt(choice_);
  constexpr std::array fields = {&Choice::lengthscale, &Choice::linear, &Choice::features, &Choice::noise};
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (const int step : {-1, 1}) {
        Choice neighbour = chosen;
        neighbour.*fields[f] += step;
        if (neighbour.*fields[f] < 0 || neighbour.*fields[f] >= sizes[f]) continue;
        if (attempt(neighbour)) {
          moved = true;
          break;  // the other side lies where it came from
        }
      }
  }
  choice_ = chosen;
}

void CandidateRanker::factorise(const Parts& parts) {
  const auto in_force = hyperparameters();
  const Eigen::MatrixXd radial =
      (parts.squared_distances.array() * (-0.5 / (median_ * in_force.lengthscale))).exp();
  auto found = evidence(weigh(radial, parts.linear, in_force.linear, parts.features, in_force.features),
                        in_force.noise, centred_outputs());
  // With unit correlations and a noise of 1e-4 or more only values that are not finite can do this.
  if (!found) throw std::runtime_error("CandidateRanker: the covariance matrix cannot be factorised");
  factor_ = std::move(found->factor);
}

CandidateRanker::Hyperparameters CandidateRanker::hyperparameters() const {
  return {grid_.lengthscales[static_cast<std::size_t>(choice_.lengthscale)],
          grid_.linear[static_cast<std::size_t>(choice_.linear)],
          grid_.features[static_cast<std::size_t>(choice_.features)],
          grid_.noise[static_cast<std::size_t>(choice_.noise)]};
}

Eigen::MatrixXd CandidateRanker::kernel(const Eigen::MatrixXf& products, const Eigen::VectorXd& squared_norms,
                                        const Eigen::Ref<const Eigen::MatrixXd>& features,
                                        Eigen::VectorXd& own) const {
  const auto n = products.cols();
  const auto in_force = hyperparameters();
  const Eigen::MatrixXd inner = products.cast<double>();
  const Eigen::RowVectorXd observed_norms = products_.topLeftCorner(n, n).diagonal().transpose();
  Eigen::MatrixXd squared_distances = -2 * inner;
  squared_distances.colwise() += squared_norms;
  squared_distances.rowwise() += observed_norms;
  const auto rate = static_cast<float>(-0.5 / (median_ * in_force.lengthscale));
  // Single precision is as exact as the products are, and its exponential several times as fast.
  const Eigen::ArrayXXf exponent = squared_distances.cast<float>().array().max(0.0F) * rate;
  Eigen::MatrixXd K = exponent.exp().matrix().cast<double>();
  own = Eigen::VectorXd::Ones(products.rows());
  if (in_force.linear > 0) {
    // <x - c, x' - c> = <x, x'> - <x, c> - <x', c> + |c|^2, c being the mean of the points at the last
    // choice.
    const Eigen::VectorXd with_centre = inner.leftCols(fitted_size_).rowwise().mean();
    const double weight = in_force.linear / linear_scale_;
    K += weight * ((inner.colwise() - with_centre).rowwise() - centre_products_.head(n).transpose());
    K.array() += weight * squared_centre_;
    own += weight *
           (squared_norms - 2 * with_centre + Eigen::VectorXd::Constant(products.rows(), squared_centre_));
  }
  if (in_force.features > 0) {
    const Eigen::MatrixXd of_candidates = standardised(features);
    K += in_force.features * of_candidates * standardised(feature_rows_.topRows(n)).transpose();
    own += in_force.features * of_candidates.rowwise().squaredNorm();
  }
  return K;
}

// Takes in the observations since the factor was made, hyper-parameters as they are.
bool CandidateRanker::extend() {
  const auto done = static_cast<int>(factor_.size());
  const int m = size_ - done;
  for (int i = done; i < size_; ++i) centre_products_[i] = products_.row(i).head(fitted_size_).mean();
  const Eigen::MatrixXf products = products_.block(done, 0, m, size_).cast<float>();
  Eigen::VectorXd own;
  const Eigen::MatrixXd K =
      kernel(products, products_.diagonal().segment(done, m), feature_rows_.middleRows(done, m), own);
  Eigen::MatrixXd block = K.rightCols(m);
  block.diagonal() = own;
  block.diagonal().array() += hyperparameters().noise;
  auto longer = bora::append(factor_, K.leftCols(done).transpose(), block);
  if (!longer) return false;
  factor_ = std::move(*longer);
  return true;
}

void CandidateRanker::fit() {
  if (size_ < 2) throw std::invalid_argument("CandidateRanker: needs two observations");
  constexpr int kEveryTime = 10, kInterval = 8;
  constexpr double kGrowth = 0.04;
  mean_ = outputs_.topRows(size_).colwise().mean();
  const int since = size_ - fitted_size_;
  const bool due =
      fitted_size_ == 0 || size_ < kEveryTime || since >= std::max<double>(kInterval, kGrowth * fitted_size_);
  if (due || (factor_.size() < size_ && !extend())) {
    centre();
    fitted_size_ = size_;
    const int n = size_;
    const auto products = products_.topLeftCorner(n, n);
    const Eigen::VectorXd norms = products.diagonal();
    Parts parts;
    parts.squared_distances = (((-2 * products).colwise() + norms).rowwise() + norms.transpose()).cwiseMax(0);
    const Eigen::VectorXd with_centre = centre_products_.head(n);
    parts.linear = (products.colwise() - with_centre).rowwise() - with_centre.transpose();
    parts.linear.array() += squared_centre_;
    parts.linear /= linear_scale_;
    if (features_ > 0) {
      const Eigen::MatrixXd features = standardised(feature_rows_.topRows(n));
      parts.features = features * features.transpose();
    }
    choose(parts, n <= kFew);
    factorise(parts);
  }
  whitened_ = solve_lower(factor_, centred_outputs());
  covariance_ = whitened_.transpose() * whitened_ / size_;
}

CandidateRanker::Ranking CandidateRanker::rank(const Eigen::Ref<const PointRows>& candidates,
                                               const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  const Eigen::MatrixXf products = candidates * points_.topRows(size_).transpose();
  const Eigen::VectorXd norms = candidates.rowwise().squaredNorm().cast<double>();
  Eigen::VectorXd own;
  const Eigen::MatrixXd K = kernel(products, norms, features, own);
  const Eigen::MatrixXd V = solve_lower(factor_, K.transpose());  // n x m
  constexpr double kLeastVariance = 1e-9;
  Ranking ranking;
  ranking.mean = (V.transpose() * whitened_).rowwise() + mean_;
  ranking.variance = (own - V.colwise().squaredNorm().transpose()).array().max(kLeastVariance);
  return ranking;
}

Eigen::MatrixXf CandidateRanker::trend() const {
  const Eigen::MatrixXf alpha =
      factor_.lower.triangularView<Eigen::Lower>().transpose().solve(whitened_).cast<float>();
  // c: the mean of the points at the last choice.
  return alpha.transpose() * points_.topRows(size_) -
         alpha.colwise().sum().transpose() * points_.topRows(fitted_size_).colwise().mean();
}

}  // namespace bora
