// Predictive entropy search: information that an observation gives about the maximiser of the function
// (Hernandez-Lobato, Hoffman and Ghahramani 2014).
#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora::surrogates {

/// Returns the normal approximation, by expectation propagation, of `prior` (k variables x) times the soft
/// steps Phi((x_i - at_i) / width_i), i < k, normalised. at, width: k each. Width 0 is a hard step, infinity
/// is no step. With a single step the moments are exact.
JointPosterior above_steps(const JointPosterior& prior, const Eigen::VectorXd& at,
                           const Eigen::VectorXd& width);

/// Returns the variance of f given top >= f, where (f, top) is normal with these moments. covariance: of f
/// and top.
double variance_below(double mean, double variance, double top_mean, double top_variance, double covariance);

/// Posterior given that the function has its maximum at a point, by the constraints of section 2.1 of the
/// paper:
/// - At the point, slopes are 0 and second derivatives along the coordinates are at most 0. Both are finite
///   differences with a step of 0.01; coordinates within a step of the boundary of the unit cube have no such
///   constraints.
/// - The value at the point exceeds the largest observed value, up to the noise.
/// - The value at the point exceeds the value at each point Z of variances().
class LargestAt {
 public:
  /// top: the point of the maximum, d; real: coordinates that have derivatives; largest: largest posterior
  /// mean at observed points.
  LargestAt(std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior, const Eigen::VectorXd& top,
            const std::vector<int>& real, double largest);
  /// Returns the variances at the m points Z given the constraints. They may exceed those of the posterior.
  Eigen::VectorXd variances(const Eigen::MatrixXd& Z) const;

 private:
  // Sets stencil_ and map_. Returns a, the number of coordinates with constraints on derivatives.
  Eigen::Index place_stencil(const Eigen::VectorXd& top, const std::vector<int>& real);

  std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior_;
  Eigen::MatrixXd stencil_;  // (1 + 2a) x d: the point, then its two neighbours along each coordinate
  // (1 + 2a) x (1 + 2a): maps the values at the stencil to w: the value at the point, a slopes and a negative
  // second derivatives, each scaled to variance 1.
  Eigen::MatrixXd map_;
  // Changes of the posterior by the constraints on w. At a point with c = cov(f, w), a row, they add c
  // mean_weights_ to the mean and c variance_weights_ c^T to the variance of f, and make c top_weights_ the
  // covariance of f with the value at the maximum, whose own mean and variance become top_mean_ and
  // top_variance_.
  Eigen::VectorXd mean_weights_, top_weights_;
  Eigen::MatrixXd variance_weights_;
  double top_mean_, top_variance_;
};

struct PredictiveEntropyOptions {
  int points = 10;     ///< number of maximisers drawn, each that of another drawn function, >= 1
  void check() const;  ///< throws InputError naming the field
};

/// Returns the rule that makes the acquisition of predictive entropy search. The acquisition is log(variance
/// + noise) / 2, minus its mean over `points` drawn maximisers with the variance given that the maximum is
/// there (LargestAt). A maximiser is that of a drawn function, found by SearchedSpace::largest_at or, without
/// it, as the best of 1,000 random points. Throws InputError.
AcquisitionRule<Eigen::VectorXd> predictive_entropy_rule(SearchedSpace<Eigen::VectorXd> space,
                                                         PredictiveEntropyOptions options = {});

}  // namespace bora::surrogates
