// Sparse Bayesian linear regression with the horseshoe prior, by Gibbs sampling.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "common/random.h"

namespace bora::surrogates {

/// Both functions draw exactly from N(A^-1 X^T y, A^-1), A = X^T X + diag(1 / variances), by a transformation
/// of independent standard normal numbers, which the caller draws. X: n x p; y: n; variances: p, positive.
///
/// Draws in O(n^2 p), for p > n (Bhattacharya, Chakraborty and Mallick 2016). of_columns: p standard normal
/// numbers; of_rows: n.
Eigen::VectorXd draw_by_rows(const Eigen::SparseMatrix<double>& X, const Eigen::VectorXd& y,
                             const Eigen::VectorXd& variances, const Eigen::VectorXd& of_columns,
                             const Eigen::VectorXd& of_rows);
/// Draws the weights in O(p^3) steps (Rue 2001). gram: X^T X, p x p; projected: X^T y, p; of_columns: p
/// standard normal numbers.
Eigen::VectorXd draw_by_columns(const Eigen::MatrixXd& gram, const Eigen::VectorXd& projected,
                                const Eigen::VectorXd& variances, const Eigen::VectorXd& of_columns);

/// Gibbs sampler of the posterior of the weights in y = X w + noise with noise ~ N(0, s^2), w_j ~ N(0, s^2
/// t^2 l_j^2), half-Cauchy priors l_j, t ~ C+(0, 1) and a prior density of s^2 proportional to 1 / s^2
/// (Carvalho, Polson and Scott 2010). With an auxiliary variable for each l_j and for t, all conditional
/// distributions are normal or inverse gamma (Makalic and Schmidt 2016). All variances are clamped to [1e-10,
/// 1e10].
class HorseshoeSampler {
 public:
  /// X: n x p; y: n values, with a mean of 0 and a variance near 1; n, p >= 1.
  HorseshoeSampler(Eigen::SparseMatrix<double> X, Eigen::VectorXd y, Rng& rng);

  /// Draws each variable once from its conditional distribution given all others.
  void sweep(Rng& rng);

  const Eigen::VectorXd& weights() const { return weights_; }  ///< w, p values; 0 before the first sweep
  double noise() const { return noise_; }                      ///< s^2

 private:
  void draw_weights(Rng& rng);

  Eigen::SparseMatrix<double> X_;
  Eigen::VectorXd y_;
  Eigen::MatrixXd gram_;       // X^T X; empty if p > n
  Eigen::VectorXd projected_;  // X^T y
  Eigen::VectorXd weights_;
  Eigen::VectorXd local_;     // l_j^2
  double global_ = 1;         // t^2
  double noise_ = 1;          // s^2
  Eigen::VectorXd of_local_;  // auxiliary variables of l_j^2
  double of_global_ = 1;      // auxiliary variable of t^2
};

}  // namespace bora::surrogates
