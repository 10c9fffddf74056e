#include "surrogates/search/candidate_ranker.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "common/statistics.h"
#include "surrogates/gp/evidence/evidence.h"

namespace bora::surrogates {
namespace {

struct Evidence {
  double log_evidence;
  CholeskyFactor factor;
};

// Computes the evidence of outputs Y, n x o, with each scale at its maximum. Empty if the kernel is not
// positive definite.
std::optional<Evidence> evidence(Eigen::MatrixXd K, double noise, const Eigen::MatrixXd& Y) {
  K.diagonal().array() += noise;
  auto factor = cholesky(K);
  if (!factor) return std::nullopt;
  const double log_evidence = profiled_evidence(factor->lower, solve_lower(*factor, Y)).log_evidence;
  return Evidence{log_evidence, std::move(*factor)};
}

}  // namespace

// Each n x n, the weights of the kernel not yet applied: one of either kind for each window that was looked
// through so far, and one of features for each group.
struct CandidateRanker::Parts {
  struct OfWindow {
    Eigen::MatrixXd squared_distances, linear;
  };
  Parts(const CandidateRanker& ranker) : ranker_(ranker), windows_(ranker.views_.size()) {
    for (std::size_t j = 0; j < ranker.group_sizes_.size(); ++j) {
      const Eigen::MatrixXd features =
          ranker.standardised(ranker.feature_rows_.topRows(ranker.size_), static_cast<int>(j));
      features_.push_back(features * features.transpose());
    }
  }

  const OfWindow& of_window(int w) const {
    auto& found = windows_[static_cast<std::size_t>(w)];
    if (found) return *found;
    const View& view = ranker_.views_[static_cast<std::size_t>(w)];
    const int n = ranker_.size_;
    const auto products = view.products.topLeftCorner(n, n);
    const Eigen::VectorXd norms = products.diagonal();
    const Eigen::VectorXd with_centre = view.centre_products.head(n);
    found.emplace();
    found->squared_distances =
        (((-2 * products).colwise() + norms).rowwise() + norms.transpose()).cwiseMax(0);
    found->linear = (products.colwise() - with_centre).rowwise() - with_centre.transpose();
    found->linear.array() += view.squared_centre;
    found->linear /= view.linear_scale;
    return *found;
  }

  // The radial part, which most steps of a search have in common.
  const Eigen::MatrixXd& radial(const Choice& choice) const {
    if (choice.window != radial_window_ || choice.lengthscale != radial_lengthscale_) {
      const View& view = ranker_.views_[static_cast<std::size_t>(choice.window)];
      const double lengthscale = ranker_.grid_.lengthscales[static_cast<std::size_t>(choice.lengthscale)];
      radial_ =
          (of_window(choice.window).squared_distances.array() * (-0.5 / (view.median * lengthscale))).exp();
      radial_window_ = choice.window;
      radial_lengthscale_ = choice.lengthscale;
    }
    return radial_;
  }

  // With its weights but without the noise.
  Eigen::MatrixXd kernel(const Choice& choice) const {
    Eigen::MatrixXd K = radial(choice);
    const double linear = ranker_.grid_.linear[static_cast<std::size_t>(choice.linear)];
    if (linear > 0) K += linear * of_window(choice.window).linear;
    for (std::size_t j = 0; j < features_.size(); ++j) {
      const double weight = ranker_.grid_.features[static_cast<std::size_t>(choice.features[j])];
      if (weight > 0) K += weight * features_[j];
    }
    return K;
  }

 private:
  const CandidateRanker& ranker_;
  std::vector<Eigen::MatrixXd> features_;
  mutable std::vector<std::optional<OfWindow>> windows_;
  mutable Eigen::MatrixXd radial_;
  mutable int radial_window_ = -1, radial_lengthscale_ = -1;
};

class CandidateRanker::Search {
 public:
  Search(const CandidateRanker& ranker, const Parts& parts)
      : ranker_(ranker), parts_(parts), Y_(ranker.centred_outputs()), chosen_(ranker.choice_) {}

  Choice best() {
    // Evidence is cheap for few observations: then the whole grid is tried.
    constexpr double kAffordable = 6.5e7;  // operations, up to a factor: 300 points at 60 observations
    const double n = ranker_.size_;
    if (static_cast<double>(points()) * n * n * n <= kAffordable) {
      everywhere();
      const int before = chosen_.window;
      try_windows();
      if (chosen_.window != before) everywhere();
    } else {
      attempt(chosen_);
      climb();
    }
    return chosen_;
  }

 private:
  // Points of the grid for each window.
  std::size_t points() const {
    std::size_t count = 1;
    for (const int size : sizes()) count *= static_cast<std::size_t>(size);
    return count;
  }
  // Returns the number of values of each field, in the order of field(): lengthscale, linear, each group of
  // features, noise. The last varies fastest and the first slowest, since the first is the most expensive to
  // change.
  std::vector<int> sizes() const {
    const RankerGrid& grid = ranker_.grid_;
    std::vector<int> out = {static_cast<int>(grid.lengthscales.size()), static_cast<int>(grid.linear.size())};
    out.insert(out.end(), ranker_.group_sizes_.size(), static_cast<int>(grid.features.size()));
    out.push_back(static_cast<int>(grid.noise.size()));
    return out;
  }
  static int& field(Choice& choice, std::size_t f) {
    if (f == 0) return choice.lengthscale;
    if (f == 1) return choice.linear;
    if (f < 2 + choice.features.size()) return choice.features[f - 2];
    return choice.noise;
  }

  bool attempt(const Choice& choice) {
    const auto found =
        evidence(parts_.kernel(choice), ranker_.grid_.noise[static_cast<std::size_t>(choice.noise)], Y_);
    if (!found || !(found->log_evidence > best_)) return false;
    best_ = found->log_evidence;
    chosen_ = choice;
    return true;
  }

  void everywhere() {
    const std::vector<int> sizes = this->sizes();
    Choice choice = chosen_;
    for (std::size_t f = 0; f < sizes.size(); ++f) field(choice, f) = 0;
    for (bool more = true; more;) {
      attempt(choice);
      more = false;
      for (std::size_t f = sizes.size(); f-- > 0 && !more;) {
        more = ++field(choice, f) < sizes[f];
        if (!more) field(choice, f) = 0;
      }
    }
  }

  bool try_windows() {
    bool moved = false;
    Choice choice = chosen_;
    for (int w = 0; w < static_cast<int>(ranker_.views_.size()); ++w) {
      choice.window = w;
      if (w != chosen_.window && attempt(choice)) moved = true;
    }
    return moved;
  }

  void climb() {
    const std::vector<int> sizes = this->sizes();
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t f = 0; f < sizes.size(); ++f)
        for (const int step : {-1, 1}) {
          Choice neighbour = chosen_;
          int& value = field(neighbour, f);
          value += step;
          if (value < 0 || value >= sizes[f]) continue;
          if (attempt(neighbour)) {
            moved = true;
            break;  // the other side lies where it came from
          }
        }
      moved = try_windows() || moved;
    }
  }

  const CandidateRanker& ranker_;
  const Parts& parts_;
  Eigen::MatrixXd Y_;
  Choice chosen_;
  double best_ = -std::numeric_limits<double>::infinity();
};

CandidateRanker::CandidateRanker(int dimension, int outputs, std::vector<int> feature_groups,
                                 std::vector<Eigen::RowVectorXf> windows, RankerGrid grid)
    : grid_(std::move(grid)) {
  int features = 0;
  for (const int size : feature_groups)
    if (size > 0) {
      group_sizes_.push_back(size);
      group_starts_.push_back(features);
      features += size;
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
}

void CandidateRanker::reserve(int capacity) {
  if (capacity <= points_.rows()) return;
  const int room = std::max(32, 2 * capacity);
  points_.conservativeResize(room, Eigen::NoChange);
  feature_rows_.conservativeResize(room, Eigen::NoChange);
  outputs_.conservativeResize(room, Eigen::NoChange);
  for (View& view : views_) {
    view.products.conservativeResize(room, room);
    view.centre_products.conservativeResize(room);
  }
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
  for (View& view : views_) {
    Eigen::RowVectorXf weighed = point;
    if (view.weights.size() > 0) weighed.array() *= view.weights.array();
    const Eigen::VectorXf with_others = points_.topRows(n) * weighed.transpose();
    view.products.col(size_).head(n) = with_others.cast<double>();
    view.products.row(size_).head(n) = view.products.col(size_).head(n).transpose();
  }
  size_ = n;
}

// Everything that the kernel is measured in, from all observations.
void CandidateRanker::measure(View& view) const {
  const int n = size_;
  const auto products = view.products.topLeftCorner(n, n);
  std::vector<double> distances;
  distances.reserve(static_cast<std::size_t>(n) * static_cast<std::size_t>(n - 1) / 2);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (const double q = products(i, i) + products(j, j) - 2 * products(i, j); q > 0)
        distances.push_back(q);
  view.median = distances.empty() ? 1 : std::max(upper_median(std::move(distances)), 1e-12);
  view.centre_products.head(n) = products.rowwise().mean();
  view.squared_centre = view.centre_products.head(n).mean();
  view.linear_scale = std::max(products.diagonal().mean() - view.squared_centre, 1e-12);
}

void CandidateRanker::measure_features() {
  const auto features = feature_rows_.topRows(size_);
  feature_centre_ = features.colwise().mean();
  feature_scale_ = ((features.rowwise() - feature_centre_).colwise().squaredNorm() / size_).cwiseSqrt();
  // A feature that never varies has no effect.
  feature_scale_ = (feature_scale_.array() > 1e-12).select(feature_scale_, 1);
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

void CandidateRanker::factorise(const Parts& parts) {
  auto found = evidence(parts.kernel(choice_), hyperparameters().noise, centred_outputs());
  // With unit correlations and a noise of 1e-4 or more only values that are not finite can do this.
  if (!found) throw std::runtime_error("CandidateRanker: the covariance matrix cannot be factorised");
  factor_ = std::move(found->factor);
}

double CandidateRanker::feature_weight(int group) const {
  return grid_.features[static_cast<std::size_t>(choice_.features[static_cast<std::size_t>(group)])];
}

CandidateRanker::Hyperparameters CandidateRanker::hyperparameters() const {
  Hyperparameters in_force{grid_.lengthscales[static_cast<std::size_t>(choice_.lengthscale)],
                           grid_.linear[static_cast<std::size_t>(choice_.linear)],
                           grid_.noise[static_cast<std::size_t>(choice_.noise)],
                           {},
                           choice_.window};
  for (int j = 0; j < static_cast<int>(group_sizes_.size()); ++j)
    in_force.features.push_back(feature_weight(j));
  return in_force;
}

Eigen::MatrixXd CandidateRanker::kernel(const Eigen::MatrixXf& products, const Eigen::VectorXd& squared_norms,
                                        const Eigen::Ref<const Eigen::MatrixXd>& features,
                                        Eigen::VectorXd& own) const {
  const auto n = products.cols();
  const View& seen = view();
  const auto in_force = hyperparameters();
  const Eigen::MatrixXd inner = products.cast<double>();
  const Eigen::RowVectorXd observed_norms = seen.products.topLeftCorner(n, n).diagonal().transpose();
  Eigen::MatrixXd squared_distances = -2 * inner;
  squared_distances.colwise() += squared_norms;
  squared_distances.rowwise() += observed_norms;
  const auto rate = static_cast<float>(-0.5 / (seen.median * in_force.lengthscale));
  // Single precision is as exact as the products are, and its exponential is cheaper.
  const Eigen::ArrayXXf exponent = squared_distances.cast<float>().array().max(0.0F) * rate;
  Eigen::MatrixXd K = exponent.exp().matrix().cast<double>();
  own = Eigen::VectorXd::Ones(products.rows());
  if (in_force.linear > 0) {
    // <x - c, x' - c> = <x, x'> - <x, c> - <x', c> + |c|^2, c being the mean of the points at the last
    // choice.
    const Eigen::VectorXd with_centre = inner.leftCols(fitted_size_).rowwise().mean();
    const double weight = in_force.linear / seen.linear_scale;
    K += weight * ((inner.colwise() - with_centre).rowwise() - seen.centre_products.head(n).transpose());
    K.array() += weight * seen.squared_centre;
    own += weight * (squared_norms - 2 * with_centre +
                     Eigen::VectorXd::Constant(products.rows(), seen.squared_centre));
  }
  for (int j = 0; j < static_cast<int>(group_sizes_.size()); ++j) {
    const double weight = feature_weight(j);
    if (weight == 0) continue;
    const Eigen::MatrixXd of_candidates = standardised(features, j);
    K += weight * of_candidates * standardised(feature_rows_.topRows(n), j).transpose();
    own += weight * of_candidates.rowwise().squaredNorm();
  }
  return K;
}

// Takes in the observations since the factor was made, hyper-parameters as they are.
bool CandidateRanker::extend() {
  View& seen = views_[static_cast<std::size_t>(choice_.window)];
  const auto done = static_cast<int>(factor_.size());
  const int m = size_ - done;
  for (int i = done; i < size_; ++i) seen.centre_products[i] = seen.products.row(i).head(fitted_size_).mean();
  const Eigen::MatrixXf products = seen.products.block(done, 0, m, size_).cast<float>();
  Eigen::VectorXd own;
  const Eigen::MatrixXd K =
      kernel(products, seen.products.diagonal().segment(done, m), feature_rows_.middleRows(done, m), own);
  Eigen::MatrixXd block = K.rightCols(m);
  block.diagonal() = own;
  block.diagonal().array() += hyperparameters().noise;
  auto longer = bora::surrogates::append(factor_, K.leftCols(done).transpose(), block);
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
    for (View& view : views_) measure(view);
    measure_features();
    fitted_size_ = size_;
    const Parts parts(*this);
    choice_ = Search(*this, parts).best();
    factorise(parts);
  }
  whitened_ = solve_lower(factor_, centred_outputs());
}

Eigen::MatrixXd CandidateRanker::covariance() const {
  return whitened_.transpose() * whitened_ / size_;
}

Eigen::VectorXd CandidateRanker::variances(const Eigen::MatrixXd& weights) const {
  constexpr Eigen::Index kFewOutputs = 64;
  if (whitened_.cols() <= kFewOutputs) return (weights * covariance()).cwiseProduct(weights).rowwise().sum();
  return (weights * whitened_.transpose()).rowwise().squaredNorm() / size_;
}

CandidateRanker::Ranking CandidateRanker::rank(const Eigen::Ref<const PointRows>& candidates,
                                               const Eigen::Ref<const Eigen::MatrixXd>& features) const {
  const View& seen = view();
  const auto observed = points_.topRows(size_);
  Eigen::MatrixXf products;
  Eigen::VectorXd norms;
  if (seen.weights.size() == 0) {
    products.noalias() = candidates * observed.transpose();
    norms = candidates.rowwise().squaredNorm().cast<double>();
  } else {
    // Kept from call to call: where points are long, the page faults of new buffers cost a third of the time.
    static thread_local PointRows weighed;
    weighed = candidates.array().rowwise() * seen.weights.array();
    products.noalias() = weighed * observed.transpose();
    norms = weighed.cwiseProduct(candidates).rowwise().sum().cast<double>();
  }
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
  Eigen::MatrixXf slopes = alpha.transpose() * points_.topRows(size_) -
                           alpha.colwise().sum().transpose() * points_.topRows(fitted_size_).colwise().mean();
  if (const auto& weights = view().weights; weights.size() > 0) slopes.array().rowwise() *= weights.array();
  return slopes;
}

}  // namespace bora::surrogates
