// Bayesian optimisation in the unit box with a given prior.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/Core>

#include "common/layers.h"
#include "common/random.h"

namespace bora::nas {

/// Prior of a process: k(x, x') = alpha^2 exp(-|x - x'|^2 / (2 ell^2)), and values with noise of variance
/// sigma^2. All > 0.
struct GivenPrior {
  double alpha = 1, sigma = 0.05, ell = 0.5;
  void check() const;  ///< throws InputError naming the field
};

struct GivenPriorOptions {
  GivenPrior prior;
  int initial = 10;       ///< number of points drawn at random first, >= 1
  int candidates = 1000;  ///< number of points drawn at each iteration, of which the best is evaluated, >= 1
  int iterations = 30;    ///< number of iterations after the initial points, >= 0
  void check() const;     ///< throws InputError naming the field
};

struct GivenPriorEvaluation {
  Eigen::VectorXd point;   ///< in [0, 1]^d
  double value = 0;        ///< observed value
  double expected = 0;     ///< mean of the process before it; 0 for initial points
  double improvement = 0;  ///< expected improvement of it; 0 for initial points
};

/// Mean and covariance of a process at the rows of Z, given values y at the rows of X (Twist 2019, section
/// 3.5): zero prior mean, no standardisation. Throws InputError for a covariance that is not positive
/// definite.
struct GivenPosterior {
  Eigen::VectorXd mean;
  Eigen::MatrixXd covariance;
};
GivenPosterior given_posterior(const GivenPrior& prior, const Eigen::MatrixXd& X, const Eigen::VectorXd& y,
                               const Eigen::MatrixXd& Z);

/// Returns every evaluation, in order, of a search that maximises f over [0, 1]^dimension by algorithm 4 of
/// Twist ("Optimisation of Neural Network Architecture", 2019). Eq. 27 of the paper prints the expected
/// improvement with the sign for a minimum and the variance in place of its root; this is the form of
/// appendix A. stop: asked before each evaluation; true ends the search.
std::vector<GivenPriorEvaluation> given_prior_search(const std::function<double(const Eigen::VectorXd&)>& f,
                                                     int dimension, const GivenPriorOptions& options,
                                                     Rng& rng, const std::function<bool()>& stop = {});

}  // namespace bora::nas
