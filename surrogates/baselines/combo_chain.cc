#include "surrogates/baselines/combo_chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "surrogates/gp/evidence/evidence.h"
#include "surrogates/linalg/cholesky.h"
#include "surrogates/sampling/slice.h"

namespace bora::surrogates {
namespace {

constexpr double kLeastLog = -12, kMostVariance = 1e4, kMostBeta = 100;

double log_noise_prior(double log_noise) {
  constexpr double kScale = 0.1;
  return std::log(std::log1p(std::pow(kScale / std::exp(log_noise), 2)));
}

double log_beta_prior(double log_beta) {
  constexpr double kScale = 5;
  return std::log(std::log1p(2 * std::pow(kScale / std::exp(log_beta), 2)));
}

}  // namespace

ComboChain::ComboChain(std::vector<ValueGraph> graphs)
    : graphs_(std::move(graphs)),
      log_noise_(std::log(0.1)),
      of_kernel_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(graphs_.size()) + 1)) {
  of_kernel_[0] = std::log(0.5);
  double log_largest = 0, log_least = 0;  // eigenvalues of the kernel
  for (const ValueGraph& graph : graphs_) {
    const Eigen::ArrayXd eigenvalues = laplacian_eigenvalues(graph);
    const double log_mean = std::log((-eigenvalues).exp().mean());
    log_largest -= log_mean;
    log_least -= log_mean + eigenvalues[graph.vertices - 1];
  }
  amplitude_mean_ = -0.5 * (log_largest + log_least);
  amplitude_deviation_ = 0.25 * (log_largest - log_least);
}

double ComboChain::log_likelihood(const Eigen::MatrixXd& K, const Eigen::VectorXd& y) {
  factor_ = std::exp(of_kernel_[0]) * K;
  factor_.diagonal().array() += std::exp(log_noise_);
  if (!try_cholesky_in_place(factor_)) return -std::numeric_limits<double>::infinity();
  return log_evidence(factor_, factor_.triangularView<Eigen::Lower>().solve((y.array() - mean_).matrix()));
}

void ComboChain::move_mean(const Eigen::MatrixXd& K, const Eigen::VectorXd& y, Rng& rng) {
  const double lower = y.minCoeff(), upper = y.maxCoeff();
  mean_ = std::clamp(mean_, lower, upper);
  if (!(lower < upper) || std::isinf(log_likelihood(K, y))) return;
  // The covariance matrix does not depend on the mean, so one factor serves all proposals.
  Eigen::MatrixXd both(y.size(), 2);
  both << y, Eigen::VectorXd::Ones(y.size());
  factor_.triangularView<Eigen::Lower>().solveInPlace(both);
  const double middle = 0.5 * (lower + upper), deviation = 0.25 * (upper - lower);
  const auto log_density = [&](double mean) {
    return -0.5 * (both.col(0) - mean * both.col(1)).squaredNorm() -
           0.5 * std::pow((mean - middle) / deviation, 2);
  };
  mean_ = slice_sample(log_density, mean_, lower, upper, rng);
}

void ComboChain::sweep(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, Rng& rng) {
  const auto part = [&](int i) {
    return VertexKernel(graphs_[static_cast<std::size_t>(i)], of_kernel_[i + 1]).cross(X.col(i), X.col(i));
  };
  const int d = static_cast<int>(graphs_.size());
  std::vector<Eigen::MatrixXd> parts;
  for (int i = 0; i < d; ++i) parts.push_back(part(i));
  // Returns the elementwise product of all parts except part i; i = -1: of all.
  const auto product_without = [&](int i) {
    Eigen::MatrixXd product = Eigen::MatrixXd::Ones(X.rows(), X.rows());
    for (int j = 0; j < d; ++j)
      if (j != i) product.array() *= parts[static_cast<std::size_t>(j)].array();
    return product;
  };
  const auto move = [&](double& value, double largest, const auto& log_prior, const auto& covariance) {
    const auto log_density = [&](double proposed) {
      value = proposed;
      return log_prior(proposed) + log_likelihood(covariance(), y);
    };
    value = slice_sample(log_density, value, kLeastLog, std::log(largest), rng);
  };
  const Eigen::MatrixXd all = product_without(-1);
  const auto fixed = [&]() -> const Eigen::MatrixXd& { return all; };
  move_mean(all, y, rng);
  const auto log_amplitude_prior = [&](double value) {
    return -0.5 * std::pow((value - amplitude_mean_) / amplitude_deviation_, 2);
  };
  move(of_kernel_[0], kMostVariance, log_amplitude_prior, fixed);
  move(log_noise_, kMostVariance, log_noise_prior, fixed);
  for (const int i : rng.permutation(d)) {
    const Eigen::MatrixXd others = product_without(i);
    move(of_kernel_[i + 1], kMostBeta, log_beta_prior,
         [&]() -> Eigen::MatrixXd { return others.cwiseProduct(part(i)); });
    parts[static_cast<std::size_t>(i)] = part(i);
  }
}

}  // namespace bora::surrogates
