// Predictive entropy search: information of an observation about the point of the largest value
// (Hernandez-Lobato, Hoffman and Ghahramani 2014).
#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/acquisition/searched_space.h"

namespace bora::surrogates {

/// Returns the normal distribution that expectation propagation finds for N(mean, covariance), of size k,
/// times the steps Phi((x_i - at_i) / width_i), i < k. width: k; 0: a hard step; infinity: none. With one
/// step its moments are exact.
JointPosterior above_steps(const JointPosterior& prior, const Eigen::VectorXd& at,
                           const Eigen::VectorXd& width);

/// Returns the variance of f, where (f, top) is normal with these moments, given top >= f.
double variance_below(double mean, double variance, double top_mean, double top_variance, double covariance);

/// Posterior conditioned on the function having its maximum at a point, by the constraints of section 2.1 of
/// the paper. At the point, slopes are 0 and second derivatives along the coordinates are at most 0 (as
/// finite differences over a hundredth of the unit, if the point is inside the unit cube). The value there
/// exceeds the largest observed value, up to the noise, and the value at each point Z of variances().
class LargestAt {
 public:
  /// top: d; real: coordinates that have derivatives; largest: largest mean at observed points.
  LargestAt(std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior, const Eigen::VectorXd& top,
            const std::vector<int>& real, double largest);
  /// Returns the variances at the m points Z given the constraints. They may exceed those of the posterior.
  Eigen::VectorXd variances(const Eigen::MatrixXd& Z) const;

 private:
  // Sets stencil_ and map_. Returns the number of coordinates with derivatives, a.
  Eigen::Index place_stencil(const Eigen::VectorXd& top, const std::vector<int>& real);

  std::shared_ptr<const Posterior<Eigen::VectorXd>> posterior_;
  Eigen::MatrixXd stencil_;  // (1 + 2a) x d: the point, then its two neighbours along each coordinate
  // (1 + 2a) x (1 + 2a): maps the values there to the value, a slopes and a negative second derivatives, each
  // scaled to variance 1.
  Eigen::MatrixXd map_;
  // The moments of those, w, change those of f at a point by a multiple of their covariance with f, c: the
  // mean by c mean_weights, the variance by c variance_weights c^T. c top_weights is the new covariance with
  // the value at the point, whose own moments follow.
  Eigen::VectorXd mean_weights_, top_weights_;
  Eigen::MatrixXd variance_weights_;
  double top_mean_, top_variance_;
};

struct PredictiveEntropyOptions {
  int points = 10;     ///< number of maximisers drawn, each of another drawn function, >= 1
  void check() const;  ///< throws InputError naming the field
};

/// Returns the rule that maximises log(variance + noise) / 2 minus the mean of the same over `points` drawn
/// maximisers, each time conditioned on the maximum being there. Maximisers are found by
/// SearchedSpace::largest_at or, without it, as the best of 1,000 points for each drawn function.
AcquisitionRule<Eigen::VectorXd> predictive_entropy_rule(SearchedSpace<Eigen::VectorXd> space,
                                                         PredictiveEntropyOptions options = {});

}  // namespace bora::surrogates
