// Posterior of a zero-mean Gaussian process with a stationary kernel, whose points are added one by one.
#pragma once

#include <Eigen/Core>

#include "surrogates/gp/growing_process.h"
#include "surrogates/kernels/continuous/radial.h"

namespace bora::surrogates {

/// Hyper-parameters of k(a, b) = signal_variance * radial(|(a - b) / lengthscales|^2), plus noise_variance on
/// the diagonal of the observations.
struct StationaryHyperparameters {
  Eigen::VectorXd lengthscales;  ///< size 1 (isotropic) or d
  double signal_variance = 1;
  double noise_variance = 0;
};

/// Posterior that a search updates in place, unlike FittedGaussianProcess, which is immutable and takes any
/// kernel. Points are columns here (d x n), so that a new one is contiguous. The last points can be removed
/// at no cost, which is how pending points are added with imputed values and removed again (GrowingProcess).
class StationaryPosterior {
 public:
  /// keep_distances: whether to keep the n x n unscaled squared distances, for refits of an isotropic kernel.
  StationaryPosterior(RadialFamily family, int dimension, bool keep_distances);

  Eigen::Index size() const { return size_; }
  RadialFamily family() const { return family_; }
  /// Returns the points, d x n, unscaled.
  auto points() const { return points_.leftCols(size_); }
  /// Returns the squared distances, n x n, unscaled, of which only the lower triangle is defined. Requires
  /// keep_distances.
  auto distances() const { return distances_.topLeftCorner(size_, size_); }

  /// Appends points, d x m, in O(n d m) and, once factorised, O(n^2 m) for the factor
  /// (GrowingProcess::append).
  void append(const Eigen::Ref<const Eigen::MatrixXd>& points);
  /// Removes the last m points, which must have no targets.
  void remove_last(Eigen::Index m);

  /// Sets the hyper-parameters and factorises the covariance matrix, in O(n^3). Returns false, and is not
  /// factorised(), if that fails with every jitter.
  bool factorise(const StationaryHyperparameters& hyperparameters);
  bool factorised() const { return process_.factorised(); }
  const StationaryHyperparameters& hyperparameters() const { return hyperparameters_; }
  double jitter() const { return process_.jitter(); }

  /// Sets the targets y of the first y.size() <= n points, in O(n^2). The other points get imputed values
  /// (GrowingProcess::set_targets).
  void set_targets(const Eigen::VectorXd& y) { process_.set_targets(y); }
  Eigen::Index targets() const { return process_.targets().size(); }

  /// Returns the posterior mean at the points that have targets, in O(n).
  Eigen::VectorXd mean_at_targets() const { return process_.mean_at_targets(); }

  /// Mean and variance of the function without noise at m points, and what input_gradient() needs.
  struct Marginal {
    Eigen::VectorXd mean;      ///< m
    Eigen::VectorXd variance;  ///< m, >= 0
    Eigen::MatrixXd slopes;    ///< n x m: derivatives of the radial function; empty unless with_slopes
    Eigen::MatrixXd whitened;  ///< n x m: L^-1 k(X, Z)
  };
  /// Returns the posterior at m points. Z: d x m.
  Marginal marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes = false) const;
  /// Returns the gradient w.r.t. the columns of Z, d x m, of sum_i mean_weights[i] mean_i +
  /// variance_weights[i] variance_i; weights: m. marginal: that of Z with slopes.
  Eigen::MatrixXd input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z, const Marginal& marginal,
                                 const Eigen::VectorXd& mean_weights,
                                 const Eigen::VectorXd& variance_weights) const;

  /// Posterior mean and an upper bound of the variance, in single precision, for ranking many candidates. The
  /// bound s^2 (1 - r^2) is the variance that would remain if only the nearest point, with correlation r,
  /// were observed, without noise.
  struct Screening {
    Eigen::VectorXf mean;            ///< m
    Eigen::VectorXf variance_bound;  ///< m
  };
  /// Returns the screening of m candidates. Z: d x m.
  Screening screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const;

 private:
  // Makes room for `needed` points.
  void reserve(Eigen::Index needed);
  // Computes the scaled copies of the points from `first` on.
  void scale_points(Eigen::Index first);
  Eigen::MatrixXd scaled(const Eigen::Ref<const Eigen::MatrixXd>& Z) const;

  RadialFamily family_;
  bool keep_distances_;
  Eigen::Index size_ = 0;
  GrowingProcess process_;  // factor of the covariance matrix of all points, if factorised
  StationaryHyperparameters hyperparameters_;
  // d x capacity, or capacity x capacity for distances_; the first size_ columns (and rows) are in use.
  Eigen::MatrixXd points_, distances_, scaled_points_;
  Eigen::MatrixXf scaled_points_single_;
  Eigen::VectorXd squared_norms_;  // squared norms of scaled points
};

}  // namespace bora::surrogates
