// Gaussian process that is observed only by signs: whether it exceeds a threshold.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Gaussian approximations of the likelihood of each observation: exp(nu f - tau f^2 / 2). n entries each.
struct ProbitSites {
  Eigen::VectorXd tau, nu;
};

struct ProbitOptions {
  double noise = 0.05;   ///< standard deviation of the noise of the likelihood, > 0
  int sweeps = 4;        ///< updates of all sites, >= 1
  double damping = 0.8;  ///< share that the new site has in each update, in (0, 1]
  void check() const;    ///< throws InputError naming the field
};

/// Posterior of a process of mean zero at n points, given signs y_i of f(x_i) - c_i + noise. The likelihood
/// is Phi(y_i (f_i - c_i) / noise); sites are found by expectation propagation (Rasmussen and Williams,
/// Gaussian Processes for Machine Learning, 2006, section 3.6, with thresholds), all at once and damped.
class ProbitProcess {
 public:
  /// Conditions on signs. K: n x n, covariance of f; y: n values of +1 or -1; thresholds: n. `start`: sites
  /// of an earlier fit; missing ones start without information. Throws InputError for other sizes or values,
  /// or if K is not positive semi-definite.
  ProbitProcess(const Eigen::MatrixXd& K, const Eigen::VectorXd& y, const Eigen::VectorXd& thresholds,
                const ProbitSites& start = {}, const ProbitOptions& options = {});

  /// Returns the means of f at the n points; variance() returns the variances.
  const Eigen::VectorXd& mean() const { return mean_; }
  const Eigen::VectorXd& variance() const { return variance_; }
  /// Returns the n weights of the predictive mean: the mean at x is the covariances of f(x) with f times
  /// these.
  const Eigen::VectorXd& weights() const { return weights_; }
  const ProbitSites& sites() const { return sites_; }

  /// Returns the predictive variances at m points, at least 1e-8. cross: n x m, covariances with the n
  /// points; own: m, variances without observations.
  Eigen::VectorXd predict_variance(const Eigen::MatrixXd& cross, const Eigen::VectorXd& own) const;

 private:
  ProbitSites sites_;
  Eigen::VectorXd roots_;  // square roots of tau
  Eigen::MatrixXd lower_;  // Cholesky factor of I + sqrt(tau) K sqrt(tau)
  Eigen::VectorXd mean_, variance_, weights_;
};

}  // namespace bora::surrogates
