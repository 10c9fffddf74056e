#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>

#include "common/statistics.h"
#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/search/candidate_ranker.h"

namespace bora::surrogates {
namespace {

std::optional<CholeskyFactor> factorised(Eigen::MatrixXd K, double noise) {
  K.diagonal().array() += noise;
  return cholesky(K);
}

// Returns the sum of the log evidences of the columns of Y, n x o, each at its best scale.
double log_evidence(const CholeskyFactor& factor, const Eigen::MatrixXd& Y) {
  return profiled_evidence(factor.lower, solve_lower(factor, Y)).log_evidence;
}

// The same in single precision. Y is stored by rows, since Eigen's solve then handles several outputs at
// once; of a matrix stored by columns it would handle one after another.
double log_evidence(const CholeskyFactor& factor, PointRows Y) {
  const Eigen::MatrixXf lower = factor.lower.cast<float>();
  lower.triangularView<Eigen::Lower>().solveInPlace(Y);
  Eigen::RowVectorXd squared_lengths = Eigen::RowVectorXd::Zero(Y.cols());
  for (const auto& row : Y.rowwise()) squared_lengths += row.cast<double>().cwiseAbs2();
  return profiled_evidence_of_lengths(factor.lower, squared_lengths.transpose()).log_evidence;
}

}  // namespace

// Unweighted parts of the covariance matrix of the n observations, n x n each: squared distances and linear
// part for each window tried so far, and the part of each group of features.
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

  // Returns the parts of window w, computed at its first use.
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

  // Returns the RBF part. It is cached, since most steps of a search do not change it.
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

  // Returns the covariance matrix without noise: the weighted sum of the parts.
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

// Search for the point of the grid of largest evidence.
class CandidateRanker::Search {
 public:
  Search(const CandidateRanker& ranker, const Parts& parts)
      : ranker_(ranker), parts_(parts), Y_(ranker.centred_outputs()), chosen_(ranker.choice_) {
    if (Y_.cols() > kFewOutputs) single_ = Y_.cast<float>();
  }

  Choice best() {
    // With few observations the whole grid is affordable: 300 points (a grid with one group of features) up
    // to 60 observations.
    constexpr double kAffordable = 6.5e7;  // number of points * n^3
    const double n = ranker_.size_;
    if (static_cast<double>(points()) * n * n * n <= kAffordable) {
      try_grid();
      const int before = chosen_.window;
      try_windows();
      if (chosen_.window != before) try_grid();
    } else {
      attempt(chosen_);
      climb();
    }
    return chosen_;
  }

 private:
  // Returns the number of points of the grid for each window.
  std::size_t points() const {
    std::size_t count = 1;
    for (const int size : sizes()) count *= static_cast<std::size_t>(size);
    return count;
  }
  // Returns the number of values of each field of a Choice, in the order of field(). In the loop over the
  // grid the first field varies slowest, since a change of the lengthscale is the most expensive one.
  std::vector<int> sizes() const {
    const RankerGrid& grid = ranker_.grid_;
    std::vector<int> out = {static_cast<int>(grid.lengthscales.size()), static_cast<int>(grid.linear.size())};
    out.insert(out.end(), ranker_.group_sizes_.size(), static_cast<int>(grid.features.size()));
    out.push_back(static_cast<int>(grid.noise.size()));
    return out;
  }
  // Returns field f: lengthscale, linear, each group of features, noise.
  static int& field(Choice& choice, std::size_t f) {
    if (f == 0) return choice.lengthscale;
    if (f == 1) return choice.linear;
    if (f < 2 + choice.features.size()) return choice.features[f - 2];
    return choice.noise;
  }

  // Computes the evidence of a choice unless it was tried before. Returns whether it is the best so far, and
  // then makes it the current one.
  bool attempt(const Choice& choice) {
    if (!tried_.insert(choice).second) return false;
    const auto factor =
        factorised(parts_.kernel(choice), ranker_.grid_.noise[static_cast<std::size_t>(choice.noise)]);
    if (!factor) return false;
    double found = single_.size() > 0 ? log_evidence(*factor, single_) : log_evidence(*factor, Y_);
    for (std::size_t j = 0; j < choice.features.size(); ++j)
      if (ranker_.grid_.features[static_cast<std::size_t>(choice.features[j])] > 0)
        found -= ranker_.group_costs_[j] * static_cast<double>(Y_.cols());
    if (!(found > best_)) return false;
    best_ = found;
    chosen_ = choice;
    return true;
  }

  // Tries all points of the grid with the current window.
  void try_grid() {
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

  // Tries the other windows with the current other values. Returns whether one is better.
  bool try_windows() {
    bool moved = false;
    Choice choice = chosen_;
    for (int w = 0; w < static_cast<int>(ranker_.views_.size()); ++w) {
      choice.window = w;
      if (w != chosen_.window && attempt(choice)) moved = true;
    }
    return moved;
  }

  // Moves to better neighbours, which differ by one step in one field or in the window, until there are none.
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
            break;  // the other neighbour is not better than the point just left
          }
        }
      moved = try_windows() || moved;
    }
  }

  const CandidateRanker& ranker_;
  const Parts& parts_;
  Eigen::MatrixXd Y_;
  PointRows single_;  // Y_ in single precision, with more than kFewOutputs outputs
  Choice chosen_;
  std::set<Choice> tried_;
  double best_ = -std::numeric_limits<double>::infinity();
};

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
  // A constant feature has no effect, since its standardised values are 0.
  feature_scale_ = (feature_scale_.array() > 1e-12).select(feature_scale_, 1);
}

void CandidateRanker::factorise(const Parts& parts) {
  auto factor = factorised(parts.kernel(choice_), hyperparameters().noise);
  // The matrix is positive definite unless values are not finite: the RBF part is, and the noise is at least
  // 1e-4.
  if (!factor) throw std::runtime_error("CandidateRanker: the covariance matrix cannot be factorised");
  factor_ = std::move(*factor);
  whiten(0);
}

bool CandidateRanker::extend() {
  View& seen = views_[static_cast<std::size_t>(choice_.window)];
  const auto done = static_cast<int>(factor_.size());
  const int m = size_ - done;
  for (int i = done; i < size_; ++i) seen.centre_products[i] = seen.products.row(i).head(fitted_size_).mean();
  const InnerProducts products{seen.products.block(done, 0, m, size_).cast<float>(),
                               seen.products.diagonal().segment(done, m)};
  const auto [K, own] = kernel(products, feature_rows_.middleRows(done, m));
  Eigen::MatrixXd block = K.rightCols(m);
  block.diagonal() = own;
  block.diagonal().array() += hyperparameters().noise;
  auto longer = bora::surrogates::append(factor_, K.leftCols(done).transpose(), block);
  if (!longer) return false;
  factor_ = std::move(*longer);
  whiten(done);
  return true;
}

void CandidateRanker::whiten(int done) {
  const int m = size_ - done;
  auto rows = raw_whitened_.middleRows(done, m);
  rows.leftCols(outputs_.cols()) = outputs_.middleRows(done, m);
  rows.rightCols(1).setOnes();
  rows.noalias() -= factor_.lower.block(done, 0, m, done) * raw_whitened_.topRows(done);
  factor_.lower.block(done, done, m, m).triangularView<Eigen::Lower>().solveInPlace(rows);
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
  const auto raw = raw_whitened_.topRows(size_);
  whitened_ = raw.leftCols(outputs_.cols()) - raw.rightCols(1) * mean_;
  if (outputs_.cols() > kFewOutputs) single_ = whitened_.cast<float>();
}

}  // namespace bora::surrogates
