// Bayesian linear regression on chosen basis functions.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

namespace bora::surrogates {

/// Returns the names of bases, which are functions of one number, phi in R -> R^q:
///   linear      1, x
///   quadratic   1, x, x^2
///   cubic       1, x, x^2, x^3
///   trigonometric   1, sin(pi k x), cos(pi k x) for k = 1, 2, 3
const std::vector<std::string>& basis_names();
/// Returns a row of basis functions for each x. Throws InputError with the nearest valid name.
Eigen::MatrixXd basis_rows(const std::string& name, const Eigen::VectorXd& x);

/// Posterior of f = Phi w at rows of `at`, given values y of rows of `rows` with noise of variance sigma^2
/// and weights w ~ N(0, alpha^2 I) (Twist, "Optimisation of Neural Network Architecture", 2019, eqs. 24 and
/// 25; Rasmussen and Williams 2006, eq. 2.12).
struct BasisPosterior {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};
/// Throws InputError for alpha or sigma that are not positive, or for sizes that do not fit.
BasisPosterior basis_posterior(const Eigen::MatrixXd& rows, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& at, double alpha, double sigma);

}  // namespace bora::surrogates
