// Posterior of a zero-mean GP with a stationary kernel, over points that are added one by one.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/growing_process.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// k(a, b) = signal_variance * radial(|(a - b) / lengthscales|^2), plus noise_variance on the diagonal of the
/// observations.
struct StationaryHyperparameters {
  Eigen::VectorXd lengthscales;  ///< size 1 (isotropic) or d
  double signal_variance = 1;
  double noise_variance = 0;
};

/// Posterior that a search updates in place. FittedGaussianProcess is immutable and takes any kernel; this
/// class requires a stationary one. Points are columns here (d x n), so that a new one is contiguous.
/// Capacity grows by a quarter at a time, and the last points can be dropped at no cost, which is how pending
/// points are added with an assumed value and removed again.
class StationaryPosterior {
 public:
  /// keep_distances: hold the n x n unscaled squared distances, for refits of an isotropic kernel.
  StationaryPosterior(RadialFamily family, int dimension, bool keep_distances);

  Eigen::Index size() const { return size_; }
  RadialFamily family() const { return family_; }
  /// d x n, unscaled.
  auto points() const { return points_.leftCols(size_); }
  /// n x n, unscaled, lower triangle. Needs keep_distances.
  auto distances() const { return distances_.topLeftCorner(size_, size_); }

  /// Appends points, d x m. O(n d m) and, once factorised, O(n^2 m) for the factor. A pivot below a tenth of
  /// the noise, which only rounding can produce, is raised to it.
  void append(const Eigen::Ref<const Eigen::MatrixXd>& points);
  void remove_last(Eigen::Index m);

  /// Takes new hyper-parameters and factorises, O(n^3). On failure of every jitter returns false and is left
  /// without hyper-parameters.
  bool factorise(const StationaryHyperparameters& hyperparameters);
  bool factorised() const { return process_.factorised(); }
  const StationaryHyperparameters& hyperparameters() const { return hyperparameters_; }
  double jitter() const { return process_.jitter(); }

  /// y: targets of the first y.size() <= n points. The others get imputed values, see GrowingProcess. O(n^2).
  void set_targets(const Eigen::VectorXd& y) { process_.set_targets(y); }
  Eigen::Index targets() const { return process_.targets().size(); }

  /// Returns the posterior mean at the points that have targets. O(n).
  Eigen::VectorXd mean_at_targets() const { return process_.mean_at_targets(); }

  /// Mean and variance (of the noise-free function) at m points, and what input_gradient needs.
  struct Marginal {
    Eigen::VectorXd mean;      ///< m
    Eigen::VectorXd variance;  ///< m, >= 0
    Eigen::MatrixXd slopes;    ///< n x m; derivatives of the radial function
    Eigen::MatrixXd whitened;  ///< n x m; L^-1 k(X, Z)
  };
  /// Z: d x m.
  Marginal marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes = false) const;
  /// Returns the gradient w.r.t. the columns of Z, d x m, of the weighted sum_i mean_weights[i] mean_i +
  /// variance_weights[i] variance_i. `marginal`: of the same Z, with slopes; its slopes are overwritten.
  Eigen::MatrixXd input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z, Marginal& marginal,
                                 const Eigen::VectorXd& mean_weights,
                                 const Eigen::VectorXd& variance_weights) const;

  /// Scores for ranking many candidates, in single precision by one matrix product a block: the posterior
  /// mean, and an upper bound of the variance. The bound is the variance left by the nearest point alone, s^2
  /// (1 - r^2), r its correlation.
  struct Screening {
    Eigen::VectorXf mean;            ///< m
    Eigen::VectorXf variance_bound;  ///< m
  };
  /// Z: d x m.
  Screening screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const;

 private:
  void reserve(Eigen::Index capacity);
  void scale_points(Eigen::Index first);
  Eigen::MatrixXd scaled(const Eigen::Ref<const Eigen::MatrixXd>& Z) const;

  RadialFamily family_;
  bool keep_distances_;
  Eigen::Index size_ = 0;
  GrowingProcess process_;  // factorised: of all points
  StationaryHyperparameters hyperparameters_;
  // Capacity x capacity or d x capacity; the first size_ rows and columns are in use.
  Eigen::MatrixXd points_, distances_, scaled_points_;
  Eigen::MatrixXf scaled_points_single_;
  Eigen::VectorXd squared_norms_;  // squared norms of scaled points
};

}  // namespace bora::surrogates
