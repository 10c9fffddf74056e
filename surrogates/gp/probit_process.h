// Gaussian process that is observed only through signs: whether it exceeds a threshold.
#pragma once

#include <Eigen/Core>

namespace bora::surrogates {

/// Sites of expectation propagation: Gaussian approximations exp(nu f - tau f^2 / 2) of the likelihood of
/// each observation. n entries each.
struct ProbitSites {
  Eigen::VectorXd tau, nu;
};

struct ProbitOptions {
  double noise = 0.05;   ///< standard deviation of the noise that the likelihood assumes, > 0
  int sweeps = 4;        ///< number of updates of all sites, >= 1
  double damping = 0.8;  ///< weight that each update gives to the new site, in (0, 1]
  void check() const;    ///< throws InputError naming the field
};

/// Posterior of a zero-mean process at n points, given the signs y_i of f(x_i) - c_i + noise. The likelihood
/// is Phi(y_i (f_i - c_i) / noise). Sites are found by expectation propagation (Rasmussen and Williams 2006,
/// section 3.6, with thresholds c_i in addition), with damped updates of all sites at once.
class ProbitProcess {
 public:
  /// Conditions on signs. K: n x n, prior covariance of f; y: n values of +1 or -1; thresholds: c, n; start:
  /// sites of an earlier fit to the first observations, further sites start nearly flat. Throws InputError
  /// for other sizes or values, or if K is not positive semi-definite.
  ProbitProcess(const Eigen::MatrixXd& K, const Eigen::VectorXd& y, const Eigen::VectorXd& thresholds,
                const ProbitSites& start = {}, const ProbitOptions& options = {});

  /// Returns the posterior means of f at the n points; variance() returns the variances.
  const Eigen::VectorXd& mean() const { return mean_; }
  const Eigen::VectorXd& variance() const { return variance_; }
  /// Returns the n weights of the predictive mean at x: it is the inner product of the weights and the prior
  /// covariances of f(x) with f at the n points.
  const Eigen::VectorXd& weights() const { return weights_; }
  const ProbitSites& sites() const { return sites_; }

  /// Returns the predictive variances at m points, at least 1e-8. cross: n x m, prior covariances with the n
  /// points; own: m, prior variances.
  Eigen::VectorXd predict_variance(const Eigen::MatrixXd& cross, const Eigen::VectorXd& own) const;

 private:
  ProbitSites sites_;
  Eigen::VectorXd roots_;  // square roots of tau
  Eigen::MatrixXd lower_;  // Cholesky factor of I + sqrt(tau) K sqrt(tau)
  Eigen::VectorXd mean_, variance_, weights_;
};

}  // namespace bora::surrogates
