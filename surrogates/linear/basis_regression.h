// Bayesian linear regression on basis functions of one number.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Returns the names of the bases, functions phi: R -> R^q:
///   linear      1, x
///   quadratic   1, x, x^2
///   cubic       1, x, x^2, x^3
///   trigonometric   1, sin(pi k x), cos(pi k x) for k = 1, 2, 3
const std::vector<std::string>& basis_names();
/// Returns the values phi(x_i) in row i, n x q. x: n. Throws InputError, with the nearest valid name, for
/// another name.
Eigen::MatrixXd basis_rows(const std::string& name, const Eigen::VectorXd& x);

/// Joint posterior of f at m points.
struct BasisPosterior {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m
};
/// Returns the posterior of f = Phi w at the rows of `at` (m x q), given noisy values y (n) at the rows of
/// `rows` (n x q), with weights w ~ N(0, alpha^2 I) and noise variance sigma^2 (Twist, "Optimisation of
/// Neural Network Architecture", 2019, eqs. 24 and 25; Rasmussen and Williams 2006, eq. 2.12). Throws
/// InputError unless alpha and sigma are positive and finite, and sizes match.
BasisPosterior basis_posterior(const Eigen::MatrixXd& rows, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& at, double alpha, double sigma);

}  // namespace bora::surrogates
