// Markov chain of the hyper-parameters of COMBO's Gaussian process.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/random.h"
#include "surrogates/kernels/categorical/diffusion.h"

namespace bora::surrogates {

/// Chain of the posterior of COMBO's hyper-parameters, which moves one of them after the other by slice
/// sampling. Priors, bounds and start are those of the authors' code, for targets that are standardised:
/// - mean: normal around the middle of the targets' range, within it, with a deviation of a quarter of it
/// - log amplitude: normal; the targets' variance, 1, is two deviations from the amplitude times the largest
///   eigenvalue of the kernel with betas of 1, and from that times the least; within [-12, log 1e4]
/// - log noise (a variance): density log(1 + (0.1 / noise)^2) within [-12, log 1e4]
/// - log beta: horseshoe of beta with scale 5, by the bound log(1 + 2 (5 / beta)^2), within [-12, log 100].
///   This is taken as the density of log beta.
/// Unlike there, an interval begins with the whole range instead of being found by doubling, and the noise
/// begins at 0.1 instead of exp(mean / 1000); neither changes the posterior.
class ComboChain {
 public:
  explicit ComboChain(std::vector<ValueGraph> graphs);
  /// Moves each hyper-parameter once. X: n x d, vertices; y: n >= 2 standardised targets.
  void sweep(const Eigen::MatrixXd& X, const Eigen::VectorXd& y, Rng& rng);

  double mean() const { return mean_; }
  double log_noise() const { return log_noise_; }
  /// Returns log amplitude, log beta_1, ..., log beta_d: hyper-parameters of a scaled DiffusionKernel.
  const Eigen::VectorXd& of_kernel() const { return of_kernel_; }

 private:
  /// Returns log N(y; mean, exp(of_kernel[0]) K + exp(log_noise) I); -infinity if it cannot be computed.
  double log_likelihood(const Eigen::MatrixXd& K, const Eigen::VectorXd& y);
  void move_mean(const Eigen::MatrixXd& K, const Eigen::VectorXd& y, Rng& rng);

  std::vector<ValueGraph> graphs_;
  double mean_ = 0, log_noise_;
  Eigen::VectorXd of_kernel_;
  double amplitude_mean_ = 0, amplitude_deviation_ = 0;  // normal prior of log amplitude
  Eigen::MatrixXd factor_;                               // n x n, overwritten by each likelihood
};

}  // namespace bora::surrogates
