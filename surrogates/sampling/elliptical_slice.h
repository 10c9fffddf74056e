// Elliptical slice sampling from a normal prior times any likelihood. It has no parameters to tune.
#pragma once

#include <functional>

#include <Eigen/Core>

#include "common/random.h"

namespace bora::surrogates {

/// Markov chain whose stationary density is proportional to N(x; mean, diag(deviation^2)) L(x) (Murray, Adams
/// and MacKay 2010, figure 2). Each step draws from the prior and searches the ellipse through this draw and
/// the present point for a point on the slice, shrinking the search towards the present point until one is
/// found.
class EllipticalSlice {
 public:
  /// Function that returns log L; -infinity or NaN where the likelihood is 0.
  using LogLikelihood = std::function<double(const Eigen::VectorXd&)>;

  /// Makes a chain that begins at `start`. mean, deviation, start: p values each, finite; deviation > 0.
  /// Throws InputError if these conditions are not met or the likelihood of the start is 0.
  EllipticalSlice(Eigen::VectorXd mean, Eigen::VectorXd deviation, LogLikelihood log_likelihood,
                  Eigen::VectorXd start);

  /// Returns the next state of the chain, which has p coordinates.
  const Eigen::VectorXd& next(Rng& rng);
  long evaluations() const { return evaluations_; }  ///< number of evaluations of the likelihood

 private:
  Eigen::VectorXd mean_, deviation_;
  LogLikelihood log_likelihood_;
  Eigen::VectorXd state_;
  double log_value_;  // log likelihood of the state
  long evaluations_ = 1;
};

}  // namespace bora::surrogates
