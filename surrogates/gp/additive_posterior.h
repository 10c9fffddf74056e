// Posterior of each group's function in an additive Gaussian process, to which points can be appended.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/additive_gram.h"
#include "surrogates/gp/growing_process.h"

namespace bora::surrogates {

/// Counterpart of StationaryPosterior for a sum of kernels over groups of coordinates. All results describe
/// the function f_j of each group. With the covariance A = sum_j K_j + noise I of the observations they are
///   mean_j(z) = k_j(z)' A^-1 y,   variance_j(z) = s_j^2 - k_j(z)' A^-1 k_j(z)
/// (Ru 2021, section 6.4.3). Points Z are d x m. Groups share no coordinate, so that each group j uses its
/// own rows of Z, and column i gives its input z_i.
class AdditivePosterior {
 public:
  AdditivePosterior(RadialFamily family, int dimension) : family_(family) { points_.resize(dimension, 0); }

  Eigen::Index size() const { return size_; }
  RadialFamily family() const { return family_; }
  const Partition& partition() const { return partition_; }
  /// Returns the points, d x n, unscaled.
  auto points() const { return points_.leftCols(size_); }

  /// Appends points, d x m, in O(n d m) and, once factorised, O(n^2 m) for the factor
  /// (GrowingProcess::append).
  void append(const Eigen::Ref<const Eigen::MatrixXd>& points);
  /// Removes the last m points, which must have no targets.
  void remove_last(Eigen::Index m);

  /// Sets partition and hyper-parameters and factorises the covariance matrix, in O(n^3). Returns false, and
  /// is not factorised(), if that fails with every jitter.
  bool factorise(const Partition& partition, const AdditiveHyperparameters& hyperparameters);
  bool factorised() const { return process_.factorised(); }
  const AdditiveHyperparameters& hyperparameters() const { return hyperparameters_; }

  /// Sets the targets y of the first y.size() <= n points, in O(n^2). The other points get imputed values
  /// (GrowingProcess::set_targets).
  void set_targets(const Eigen::VectorXd& y) { process_.set_targets(y); }
  Eigen::Index targets() const { return process_.targets().size(); }
  /// Returns the posterior mean of the sum over all groups at the points that have targets, in O(n).
  Eigen::VectorXd mean_at_targets() const { return process_.mean_at_targets(); }

  /// Posterior of each group at m points, and what input_gradient() needs.
  struct Marginal {
    Eigen::MatrixXd mean;      ///< groups x m
    Eigen::MatrixXd variance;  ///< groups x m, >= 0
    /// n x (groups m), column j m + i: derivatives of the radial function of group j at point i.
    Eigen::MatrixXd slopes;
    Eigen::MatrixXd whitened;  ///< n x (groups m): L^-1 k_j(X, z_i)
  };
  /// Returns the posterior of each group at m points. Z: d x m.
  Marginal marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes = false) const;
  /// Writes the same to `result`, which a caller can reuse, since its matrices take megabytes.
  void marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes, Marginal& result) const;
  /// Returns the gradient w.r.t. Z, d x m, of sum_ji mean_weights(j,i) mean_j(z_i) + variance_weights(j,i)
  /// variance_j(z_i); weights: groups x m. marginal: that of Z with slopes; it is overwritten.
  Eigen::MatrixXd input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z, Marginal& marginal,
                                 const Eigen::MatrixXd& mean_weights,
                                 const Eigen::MatrixXd& variance_weights) const;

  /// Means and variances in single precision, groups x m, for ranking candidates. lone_variance is the
  /// variance that would remain if the function were that of this group alone and observed, without noise, at
  /// the nearest point only. It is no bound of marginal().variance: an observed value is a sum over the
  /// groups, so it tells less about each of them.
  struct Screening {
    Eigen::MatrixXf mean;
    Eigen::MatrixXf lone_variance;
  };
  /// Returns the screening of m candidates. Z: d x m.
  Screening screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const;

 private:
  // Makes room for `needed` points.
  void reserve(Eigen::Index needed);
  void reserve_groups(Eigen::Index capacity);

  RadialFamily family_;
  Eigen::Index size_ = 0;
  GrowingProcess process_;  // factor of the covariance matrix of all points, if factorised
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;
  // Matrices of more columns than are in use, so that points can be appended without copying.
  Eigen::MatrixXd points_;
  GroupedPoints grouped_;
  std::vector<Eigen::MatrixXf> single_;  // grouped_.parts in single precision
};

}  // namespace bora::surrogates
