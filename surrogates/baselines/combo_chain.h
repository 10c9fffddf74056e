// Markov chain over the hyper-parameters of COMBO's Gaussian process.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/categorical/diffusion.h"

namespace bora::surrogates {

/// Markov chain whose states are draws from the posterior of COMBO's hyper-parameters. It updates one after
/// the other by slice sampling. Priors, bounds and start are those of the authors' code, for standardised
/// targets y:
/// - mean: normal around the middle of the range of y, with a standard deviation of a quarter of the range,
///   and restricted to it.
/// - log amplitude: normal, within [-12, log 1e4]. Let l and s be the largest and the least eigenvalue of the
///   kernel with betas of 1. The variance of y, 1, equals amplitude * l at two standard deviations below the
///   mean of this prior, and amplitude * s at two above.
/// - log noise (a variance): density log(1 + (0.1 / noise)^2), within [-12, log 1e4].
/// - log beta: density log(1 + 2 (5 / beta)^2), within [-12, log 100], which is a bound of the density of the
///   horseshoe with scale 5; the authors use it for log beta. Unlike in that code, slice sampling begins with
///   the whole range instead of an interval found by doubling, and the noise starts at 0.1 instead of
///   exp(mean / 1000). Neither changes the stationary distribution.
class ComboChain {
 public:
  /// graphs: one for each of the d variables.
  explicit ComboChain(std::vector<ValueGraph> graphs);
  /// Updates all hyper-parameters once. X: n x d, vertices; y: n standardised targets, n >= 2.
  void sweep(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, Rng& rng);

  double mean() const { return mean_; }
  double log_noise() const { return log_noise_; }
  /// Returns the hyper-parameters of a ScaledKernel of a DiffusionKernel: log amplitude, log beta_1, ..., log
  /// beta_d.
  const Eigen::VectorXd& of_kernel() const { return of_kernel_; }

 private:
  /// Returns log N(y; mean, amplitude K + noise I), or -infinity if that matrix cannot be factorised. Leaves
  /// the factor in factor_.
  double log_likelihood(const Eigen::MatrixXd& K, const Eigen::VectorXd& y);
  void move_mean(const Eigen::MatrixXd& K, const Eigen::VectorXd& y, Rng& rng);

  std::vector<ValueGraph> graphs_;
  double mean_ = 0, log_noise_;
  Eigen::VectorXd of_kernel_;
  double amplitude_mean_ = 0, amplitude_deviation_ = 0;  // normal prior of log amplitude
  Eigen::MatrixXd factor_;  // Cholesky factor of the covariance in the last log_likelihood(), n x n
};

}  // namespace bora::surrogates
