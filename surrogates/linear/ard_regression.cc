#include "surrogates/linear/ard_regression.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Cholesky>

#include "common/error.h"

namespace bora::surrogates {
namespace {

// A column of which the active columns explain all but this share of its square would add rounding errors
// only.
constexpr double kCollinear = 1e-9;

void erase_row(Eigen::VectorXd& vector, int k) {
  const auto tail = vector.size() - k - 1;
  vector.segment(k, tail) = vector.tail(tail).eval();
  vector.conservativeResize(vector.size() - 1);
}

void erase_column(Eigen::MatrixXd& matrix, int k) {
  const auto tail = matrix.cols() - k - 1;
  matrix.middleCols(k, tail) = matrix.rightCols(tail).eval();
  matrix.conservativeResize(Eigen::NoChange, matrix.cols() - 1);
}

}  // namespace

void ArdOptions::check() const {
  const auto require = [](bool good, const char* name, double value, const char* expected) {
    if (!good) throw InputError("{}: {} is not {}", name, value, expected);
  };
  require(smallest_noise > 0 && smallest_noise < 1, "smallest_noise", smallest_noise, "between 0 and 1");
  require(tolerance > 0, "tolerance", tolerance, "positive");
  require(noise_tolerance > 0, "noise_tolerance", noise_tolerance, "positive");
  require(most_steps >= 1, "most_steps", most_steps, "at least 1");
  require(most_active >= 1, "most_active", most_active, "at least 1");
  require(least_rows >= 1, "least_rows", least_rows, "at least 1");
  precision_prior.check();
}

// Change of one precision, and the increase of the log evidence (times prior) by it.
struct ArdRegression::Step {
  enum class Kind { none, add, reestimate, remove } kind = Kind::none;
  int candidate = -1;
  double precision = 0;
  double gain = 0;
};

ArdRegression::ArdRegression(ArdOptions options) : options_(options) {
  options_.check();
}

int ArdRegression::add_candidate(int group) {
  const int candidate = candidates();
  candidate_of_[group] = candidate;
  candidates_.push_back(group);
  place_.push_back(-1);
  for (Eigen::VectorXd* sums : {&squares_, &sums_, &target_products_}) {
    sums->conservativeResize(candidate + 1);
    (*sums)[candidate] = 0;
  }
  return candidate;
}

void ArdRegression::admit(const std::vector<int>& groups) {
  if (groups.empty()) return;
  const int before = candidates();
  for (const int group : groups) add_candidate(group);
  for (int c = before; c < candidates(); ++c)
    for (const auto& [row, value] : distinct_.rows(candidates_[c])) {
      squares_[c] += value * value;
      sums_[c] += value;
      target_products_[c] += value * shift_.apply(targets_[row]);
    }
  products_.conservativeResize(candidates(), active_count());
  for (int k = 0; k < active_count(); ++k)
    products_.col(k).tail(candidates() - before) = products_with(active_[k], before);
}

void ArdRegression::split_groups(const std::vector<EqualColumns::Split>& splits) {
  const int before = candidates();
  std::vector<int> like;  // for each new candidate, the candidate that it was split off
  candidate_of_.resize(distinct_.groups(), -1);
  for (const auto& [from, to] : splits) {
    const int known = from < 0 ? -1 : candidate_of_[from];
    if (known < 0) continue;
    const int candidate = add_candidate(to);
    for (Eigen::VectorXd* sums : {&squares_, &sums_, &target_products_}) (*sums)[candidate] = (*sums)[known];
    like.push_back(known);
  }
  if (like.empty()) return;
  products_.conservativeResize(candidates(), active_count());
  for (std::size_t i = 0; i < like.size(); ++i)
    products_.row(before + static_cast<int>(i)) = products_.row(like[i]);
}

void ArdRegression::append(const SparseRow& row, double target) {
  if (!std::isfinite(target)) throw InputError("linear regression: the target {} is not finite", target);
  for (const SparseEntry& entry : row) {
    if (entry.column < 0) throw InputError("linear regression: there is no column {}", entry.column);
    if (!std::isfinite(entry.value))
      throw InputError("linear regression: column {} is {}, expected a finite value", entry.column,
                       entry.value);
  }
  const double shifted = shift_.apply(target);
  const EqualColumns::Change change = distinct_.append(row);
  split_groups(change.splits);
  for (const auto& [group, value] : change.occurrences) {
    const int candidate = candidate_of_[group];
    if (candidate < 0) continue;
    squares_[candidate] += value * value;
    sums_[candidate] += value;
    target_products_[candidate] += value * shifted;
    if (const int k = place_[candidate]; k >= 0)
      for (const auto& [other, its_value] : change.occurrences)
        if (const int c = candidate_of_[other]; c >= 0) products_(c, k) += value * its_value;
  }
  target_sum_ += shifted;
  target_squares_ += shifted * shifted;
  targets_.push_back(target);
  const int needed = rows() <= options_.eager_rows ? 1 : options_.least_rows;
  std::vector<int> fresh;
  for (const auto& [group, value] : change.occurrences)
    if (candidate_of_[group] < 0 && static_cast<int>(distinct_.rows(group).size()) >= needed)
      fresh.push_back(group);
  admit(fresh);
}

std::vector<int> ArdRegression::active() const {
  std::vector<int> columns;
  for (const int candidate : active_) columns.push_back(distinct_.representative(candidates_[candidate]));
  return columns;
}

double ArdRegression::gram(int candidate, int k) const {
  const double product = products_(candidate, k);
  return options_.intercept ? product - sums_[candidate] * sums_[active_[k]] / rows() : product;
}

double ArdRegression::with_targets(int candidate) const {
  const double product = target_products_[candidate];
  return options_.intercept ? product - sums_[candidate] * target_sum_ / rows() : product;
}

double ArdRegression::target_square() const {
  return options_.intercept ? target_squares_ - target_sum_ * target_sum_ / rows() : target_squares_;
}

Eigen::VectorXd ArdRegression::products_with(int candidate, int first) const {
  Eigen::VectorXd column = Eigen::VectorXd::Zero(rows());
  for (const auto& [row, value] : distinct_.rows(candidates_[candidate])) column[row] = value;
  Eigen::VectorXd products = Eigen::VectorXd::Zero(candidates() - first);
  for (int other = first; other < candidates(); ++other)
    for (const auto& [row, value] : distinct_.rows(candidates_[other]))
      products[other - first] += column[row] * value;
  return products;
}

Eigen::VectorXd ArdRegression::active_sums() const {
  Eigen::VectorXd sums(static_cast<Eigen::Index>(active_.size()));
  for (Eigen::Index k = 0; k < sums.size(); ++k) sums[k] = sums_[active_[k]];
  return sums;
}

Eigen::VectorXd ArdRegression::scaled_products(const Eigen::VectorXd& weights) const {
  Eigen::VectorXd products = products_ * weights;
  if (options_.intercept) products -= sums_ * (active_sums().dot(weights) / rows());
  return beta_ * products;
}

Eigen::MatrixXd ArdRegression::active_gram() const {
  Eigen::MatrixXd G(active_count(), active_count());
  for (int k = 0; k < active_count(); ++k)
    for (int i = 0; i < active_count(); ++i) G(k, i) = gram(active_[k], i);
  return G;
}

void ArdRegression::update() {
  const Eigen::MatrixXd H = beta_ * active_gram() + Eigen::MatrixXd(precisions_.asDiagonal());
  Eigen::VectorXd targets(active_count());
  for (int k = 0; k < active_count(); ++k) targets[k] = with_targets(active_[k]);
  covariance_ = H.llt().solve(Eigen::MatrixXd::Identity(active_count(), active_count()));
  means_ = beta_ * (covariance_ * targets);
}

void ArdRegression::refresh() {
  update();
  // Products of all candidates with the active ones, centred: d x m.
  Eigen::MatrixXd C = products_;
  sparsity_ = squares_;
  quality_ = target_products_;
  if (options_.intercept) {
    C.noalias() -= sums_ * (active_sums() / rows()).transpose();
    sparsity_.array() -= sums_.array().square() / rows();
    quality_ -= sums_ * (target_sum_ / rows());
  }
  if (!active_.empty()) {
    // Subtracts the part of each candidate that the active columns explain, c' covariance c, by a factor of
    // the covariance.
    const Eigen::MatrixXd half = C * covariance_.llt().matrixL();
    sparsity_ -= beta_ * half.rowwise().squaredNorm();
    quality_ -= C * means_;
  }
  sparsity_ = (beta_ * sparsity_).cwiseMax(0.0);
  quality_ *= beta_;
}

ArdRegression::Step ArdRegression::best_step() const {
  Step best;
  const auto consider = [&](Step::Kind kind, int candidate, double precision, double gain) {
    if (gain > best.gain) best = {kind, candidate, precision, gain};
  };
  const bool full = static_cast<int>(active_.size()) >= options_.most_active;
  const PrecisionPrior& prior = options_.precision_prior;
  for (int j = 0; j < candidates(); ++j) {
    const int k = place_[j];
    const double S = sparsity_[j], Q = quality_[j];
    if (!prior.flat()) {
      const double alpha = k < 0 ? 0 : precisions_[k];
      if (k < 0 ? full || S <= kCollinear * beta_ * squares_[j] : alpha <= S) continue;
      const double left_out = k < 0 ? 1 : alpha / (alpha - S);  // ratio of s, q without this column to S, Q
      const double s = left_out * S, q = left_out * Q;
      const double now = k < 0 ? 0 : precision_value(alpha, s, q, prior);
      const PrecisionMaximum maximum = best_precision(s, q, prior);
      if (maximum.value <= 0 && k >= 0)
        consider(Step::Kind::remove, j, 0, -now);
      else if (k < 0 || std::abs(std::log(maximum.precision / alpha)) > 1e-9)
        consider(k < 0 ? Step::Kind::add : Step::Kind::reestimate, j, maximum.precision, maximum.value - now);
      continue;
    }
    if (k < 0) {
      const double theta = Q * Q - S;
      if (full || theta <= 0 || S <= kCollinear * beta_ * squares_[j]) continue;
      consider(Step::Kind::add, j, S * S / theta, 0.5 * ((Q * Q - S) / S + std::log(S / (Q * Q))));
      continue;
    }
    const double alpha = precisions_[k];
    const double left_out = alpha / (alpha - S);  // ratio of s, q without this column to S, Q
    const double s = left_out * S, q = left_out * Q;
    const double theta = q * q - s;
    if (theta > 0 && alpha > S) {
      const double fresh = s * s / theta;
      const double difference = 1 / fresh - 1 / alpha;
      if (difference == 0) continue;
      consider(Step::Kind::reestimate, j, fresh,
               0.5 * (Q * Q / (S + 1 / difference) - std::log1p(S * difference)));
    } else {
      const double gain = alpha > S ? 0.5 * (Q * Q / (S - alpha) - std::log1p(-S / alpha))
                                    : std::numeric_limits<double>::infinity();
      consider(Step::Kind::remove, j, 0, gain);
    }
  }
  return best;
}

void ArdRegression::add(int candidate, double precision) {
  const auto m = static_cast<int>(active_.size());
  const Eigen::VectorXd raw = products_with(candidate, 0);
  Eigen::VectorXd with_active(m);  // inner products, centred, of the column with the active ones
  for (int k = 0; k < m; ++k) with_active[k] = gram(candidate, k);

  products_.conservativeResize(Eigen::NoChange, m + 1);
  products_.col(m) = raw;
  active_.push_back(candidate);
  place_[candidate] = m;

  const double variance = 1 / (precision + sparsity_[candidate]);
  const double mean = variance * quality_[candidate];
  const Eigen::VectorXd shared = beta_ * (covariance_ * with_active);
  // Inner products, times beta, of all candidates with the part of the new column that the active ones do not
  // explain.
  const Eigen::VectorXd change = scaled_products((Eigen::VectorXd(m + 1) << -shared, 1.0).finished());

  covariance_.conservativeResize(m + 1, m + 1);
  covariance_.topLeftCorner(m, m) += variance * shared * shared.transpose();
  covariance_.col(m).head(m) = -variance * shared;
  covariance_.row(m).head(m) = covariance_.col(m).head(m).transpose();
  covariance_(m, m) = variance;
  means_.conservativeResize(m + 1);
  means_.head(m) -= mean * shared;
  means_[m] = mean;
  precisions_.conservativeResize(m + 1);
  precisions_[m] = precision;
  sparsity_.array() -= variance * change.array().square();
  quality_ -= mean * change;
}

void ArdRegression::reestimate(int k, double precision) {
  const Eigen::VectorXd column = covariance_.col(k);
  const double kappa = 1 / (column[k] + 1 / (precision - precisions_[k]));
  const Eigen::VectorXd change = scaled_products(column);
  sparsity_.array() += kappa * change.array().square();
  quality_ += kappa * means_[k] * change;
  means_ -= kappa * means_[k] * column;
  covariance_.noalias() -= kappa * column * column.transpose();
  precisions_[k] = precision;
}

void ArdRegression::remove(int k) {
  const Eigen::VectorXd column = covariance_.col(k);
  const Eigen::VectorXd change = scaled_products(column);
  sparsity_.array() += change.array().square() / column[k];
  quality_ += means_[k] / column[k] * change;
  means_ -= means_[k] / column[k] * column;
  covariance_.noalias() -= column * column.transpose() / column[k];

  place_[active_[k]] = -1;
  active_.erase(active_.begin() + k);
  for (std::size_t i = k; i < active_.size(); ++i) place_[active_[i]] = static_cast<int>(i);
  erase_column(products_, k);
  erase_row(precisions_, k);
  erase_row(means_, k);
  erase_column(covariance_, k);
  const auto below = covariance_.rows() - k - 1;
  covariance_.middleRows(k, below) = covariance_.bottomRows(below).eval();
  covariance_.conservativeResize(covariance_.rows() - 1, Eigen::NoChange);
}

void ArdRegression::take(const Step& step) {
  switch (step.kind) {
    case Step::Kind::add:
      add(step.candidate, step.precision);
      break;
    case Step::Kind::reestimate:
      reestimate(place_[step.candidate], step.precision);
      break;
    default:
      remove(place_[step.candidate]);
  }
}

bool ArdRegression::update_noise() {
  double explained = 0, determined = 0;
  const auto m = static_cast<int>(active_.size());
  for (int k = 0; k < m; ++k) {
    double fitted = 0;
    for (int i = 0; i < m; ++i) fitted += gram(active_[k], i) * means_[i];
    explained += means_[k] * (2 * with_targets(active_[k]) - fitted);
    determined += 1 - precisions_[k] * covariance_(k, k);
  }
  const double total = target_square();
  const double residual = std::max(total - explained, 0.0);
  const double free = std::max(rows() - (options_.intercept ? 1 : 0) - determined, 0.0);
  const double smallest = options_.smallest_noise * std::max(total / rows(), 1e-300);
  const double noise = std::max(free > 1e-9 * rows() ? residual / free : 0.0, smallest);
  const double change = std::log(noise * beta_);
  beta_ = 1 / noise;
  return std::abs(change) > options_.noise_tolerance;
}

void ArdRegression::shift_targets() {
  constexpr double kLost = 1e-10;
  if (!options_.intercept || target_square() > kLost * target_squares_) return;
  shift_ = Standardisation::of(Eigen::Map<const Eigen::VectorXd>(targets_.data(), rows()));
  shift_.deviation = 1;
  target_sum_ = target_squares_ = 0;
  for (const double target : targets_) {
    const double shifted = shift_.apply(target);
    target_sum_ += shifted;
    target_squares_ += shifted * shifted;
  }
  for (int c = 0; c < candidates(); ++c) {
    target_products_[c] = 0;
    for (const auto& [row, value] : distinct_.rows(candidates_[c]))
      target_products_[c] += value * shift_.apply(targets_[row]);
  }
}

void ArdRegression::fit() {
  if (rows() == 0) throw InputError("linear regression: no rows to fit");
  shift_targets();
  const double variance = target_square() / rows();
  if (beta_ == 0 || active_.empty()) beta_ = 1 / (variance > 0 ? 0.1 * variance : 1e-12);
  int steps = 0;
  for (bool settled = false; !settled && steps < options_.most_steps; ++steps) {
    refresh();
    int taken = 0;
    // Rank-one updates until no step gains enough; at most 50, since their rounding errors add up.
    while (taken < 50 && steps < options_.most_steps) {
      const Step step = best_step();
      if (step.kind == Step::Kind::none || step.gain < options_.tolerance) break;
      take(step);
      ++taken;
      ++steps;
    }
    settled = !update_noise() && taken == 0;
  }
  refresh();
}

double ArdRegression::intercept() const {
  if (!options_.intercept) return 0;
  return shift_.mean + (target_sum_ - active_sums().dot(means_)) / rows();
}

// log N(y; 0, C) with C = noise I + Phi_A A^-1 Phi_A', by the matrix determinant lemma and Woodbury's
// identity.
double ArdRegression::log_evidence() const {
  const auto m = static_cast<int>(active_.size());
  const int n = rows() - (options_.intercept ? 1 : 0);
  double quadratic = beta_ * target_square();
  for (int k = 0; k < m; ++k) quadratic -= beta_ * with_targets(active_[k]) * means_[k];
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance_);
  const double log_covariance = 2 * factor.matrixLLT().diagonal().array().log().sum();
  return 0.5 * (n * std::log(beta_ / (2 * std::numbers::pi)) + precisions_.array().log().sum() +
                log_covariance - quadratic);
}

Eigen::RowVectorXd ArdRegression::centre() const {
  if (!options_.intercept) return Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(active_.size()));
  return (active_sums() / rows()).transpose();
}

}  // namespace bora::surrogates
