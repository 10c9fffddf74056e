#include "surrogates/baselines/relu_model.h"

#include <utility>

#include <Eigen/Cholesky>

#include "common/error.h"
#include "surrogates/optim/bounded_lbfgs.h"

namespace bora::surrogates {

ReluModel::ReluModel(Eigen::VectorXd lower, Eigen::VectorXd upper, int whole, Rng& rng)
    : lower_(std::move(lower)), upper_(std::move(upper)) {
  const auto d = static_cast<int>(lower_.size());
  functions_.push_back({});
  offsets_.push_back(1);
  for (int i = 0; i < whole; ++i) add_steps(i, -1, lower_[i], upper_[i]);
  for (int i = 1; i < whole; ++i) add_steps(i, i - 1, lower_[i] - upper_[i - 1], upper_[i] - lower_[i - 1]);
  of_integers_ = functions() - 1;

  const int parallel = whole > 0 ? (of_integers_ + whole - 1) / whole : kFewestParallel;
  directions_.resize(d - whole, d);
  for (int i = 0; i < directions_.rows(); ++i) {
    for (int j = 0; j < d; ++j) directions_(i, j) = rng.uniform(-1, 1) / d;
    // Extreme values of the direction within the bounds.
    const Eigen::ArrayXd at_lower = directions_.row(i).transpose().cwiseProduct(lower_);
    const Eigen::ArrayXd at_upper = directions_.row(i).transpose().cwiseProduct(upper_);
    const double least = at_lower.min(at_upper).sum(), most = at_lower.max(at_upper).sum();
    for (int k = 0; k < parallel; ++k) {
      functions_.push_back({.direction = i});
      offsets_.push_back(-rng.uniform(least, most));
    }
  }
}

// Adds the functions of x_first - x_second, or of x_first alone, which has integers from lowest to highest.
void ReluModel::add_steps(int first, int second, double lowest, double highest) {
  if (functions() + 2 * (highest - lowest) > kMostFunctions)
    throw InputError(
        "optimiser mvrsm: the model would have more than {} functions, since integer variables "
        "have too many values; expected another optimiser or smaller ranges",
        kMostFunctions);
  for (double value = lowest; value <= highest; ++value)
    for (const int sign : {-1, 1}) {
      if (value == (sign < 0 ? lowest : highest)) continue;
      functions_.push_back({.first = first, .second = second, .sign = static_cast<double>(sign)});
      offsets_.push_back(-sign * value);
    }
}

Eigen::VectorXd ReluModel::arguments(const Eigen::VectorXd& x) const {
  const Eigen::VectorXd along = directions_ * x;
  Eigen::VectorXd z(functions());
  for (int k = 0; k < functions(); ++k) {
    const Function& of = functions_[static_cast<std::size_t>(k)];
    double& sum = z[k] = offsets_[static_cast<std::size_t>(k)];
    if (of.direction >= 0) sum += along[of.direction];
    if (of.first >= 0) sum += of.sign * x[of.first];
    if (of.second >= 0) sum -= of.sign * x[of.second];
  }
  return z;
}

Eigen::VectorXd ReluModel::basis(const Eigen::VectorXd& x) const {
  return arguments(x).cwiseMax(0);
}

void ReluModel::fit(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, double regularisation) {
  Eigen::VectorXd prior = Eigen::VectorXd::Zero(functions());
  prior.segment(1, of_integers_).setOnes();
  Eigen::MatrixXd features(X.rows(), functions());
  for (Eigen::Index i = 0; i < X.rows(); ++i) features.row(i) = basis(X.row(i)).transpose();
  Eigen::MatrixXd gram = features * features.transpose();
  gram.diagonal().array() += regularisation;
  weights_ = prior + features.transpose() * gram.ldlt().solve(y - features * prior);
}

double ReluModel::value(const Eigen::VectorXd& x, Eigen::VectorXd& gradient) const {
  const Eigen::VectorXd z = arguments(x);
  gradient = Eigen::VectorXd::Zero(x.size());
  Eigen::VectorXd along = Eigen::VectorXd::Zero(directions_.rows());
  double sum = 0;
  for (int k = 0; k < functions(); ++k) {
    if (z[k] < 0) continue;
    sum += weights_[k] * z[k];
    const double slope = z[k] > 0 ? weights_[k] : weights_[k] / 2;
    const Function& of = functions_[static_cast<std::size_t>(k)];
    if (of.direction >= 0) along[of.direction] += slope;
    if (of.first >= 0) gradient[of.first] += of.sign * slope;
    if (of.second >= 0) gradient[of.second] -= of.sign * slope;
  }
  gradient += directions_.transpose() * along;
  return sum;
}

Eigen::VectorXd ReluModel::minimum(const Eigen::VectorXd& start) const {
  const auto function = [this](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    return value(x, gradient);
  };
  return minimise_bounded(function, start, lower_, upper_, {.max_iterations = 20, .max_evaluations = 20}).x;
}

}  // namespace bora::surrogates
