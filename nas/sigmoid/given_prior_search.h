// Bayesian optimisation in the unit box with a Gaussian process whose hyper-parameters are given.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"

namespace bora::nas {

/// Prior of the process: kernel k(x, x') = alpha^2 exp(-|x - x'|^2 / (2 ell^2)), noise of variance sigma^2.
/// All three are > 0.
struct GivenPrior {
  double alpha = 1, sigma = 0.05, ell = 0.5;
  void check() const;  ///< throws InputError naming the field
};

/// Settings that given_prior_search() uses.
struct GivenPriorOptions {
  GivenPrior prior;
  int initial = 10;       ///< number of random initial points, >= 1
  int candidates = 1000;  ///< number of random candidates in each iteration, >= 1
  int iterations = 30;    ///< number of iterations after the initial points, >= 0
  void check() const;     ///< throws InputError naming the field
};

/// Evaluation that the search made of one point.
struct GivenPriorEvaluation {
  Eigen::VectorXd point;   ///< in [0, 1]^d
  double value = 0;        ///< observed value
  double expected = 0;     ///< posterior mean at the point before the evaluation; 0 for initial points
  double improvement = 0;  ///< expected improvement at the point; 0 for initial points
};

/// Mean and covariance of the process at m points.
struct GivenPosterior {
  Eigen::VectorXd mean;        ///< m
  Eigen::MatrixXd covariance;  ///< m x m
};
/// Returns the posterior at the rows of Z (m x d), given values y (n) at the rows of X (n x d), with prior
/// mean 0 and without standardisation (Twist 2019, section 3.5). Throws InputError if the covariance of X is
/// not positive definite.
GivenPosterior given_posterior(const GivenPrior& prior, const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& Z);

/// Maximises f over points of [0, 1]^dimension by algorithm 4 of Twist ("Optimisation of Neural Network
/// Architecture", 2019) and returns all evaluations in order. The expected improvement is that of appendix
/// A; eq. 27 is printed with the sign for a minimum and with the variance instead of its root. stop: called
/// before each evaluation; true ends the search. Throws InputError for invalid options.
std::vector<GivenPriorEvaluation> given_prior_search(const std::function<double(const Eigen::VectorXd&)>& f,
                                                     int dimension, const GivenPriorOptions& options,
                                                     Rng& rng, const std::function<bool()>& stop = {});

}  // namespace bora::nas
