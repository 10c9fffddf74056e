// Posterior of an additive GP, group by group, over points that are added one by one.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/additive_gram.h"
#include "surrogates/gp/growing_process.h"

namespace bora::surrogates {

/// As StationaryPosterior, for a sum of kernels over groups of coordinates. Every result is about the groups'
/// own functions f_j: with the full covariance A = sum_j K_j + noise I of the observations,
///   mean_j(z) = k_j(z)' A^-1 y,   variance_j(z) = s_j^2 - k_j(z)' A^-1 k_j(z)
/// (Ru 2021, section 6.4.3). A column of Z holds one part for each group, in the order of the coordinates;
/// since the groups share no coordinate, m columns are m questions to each group at once.
class AdditivePosterior {
 public:
  AdditivePosterior(RadialFamily family, int dimension) : family_(family) { points_.resize(dimension, 0); }

  Eigen::Index size() const { return size_; }
  RadialFamily family() const { return family_; }
  const Partition& partition() const { return partition_; }
  /// d x n, unscaled.
  auto points() const { return points_.leftCols(size_); }

  /// Appends points, d x m. O(n d m) and, once factorised, O(n^2 m) for the factor. A pivot below a tenth of
  /// the noise, which only rounding can produce, is raised to it.
  void append(const Eigen::Ref<const Eigen::MatrixXd>& points);
  void remove_last(Eigen::Index m);

  /// Factorises the covariance, which takes O(n^3). If every jitter fails, returns false with no parameters.
  bool factorise(const Partition& partition, const AdditiveHyperparameters& hyperparameters);
  bool factorised() const { return process_.factorised(); }
  const AdditiveHyperparameters& hyperparameters() const { return hyperparameters_; }

  /// y: targets of the first y.size() <= n points; the others are believed, see GrowingProcess. O(n^2).
  void set_targets(const Eigen::VectorXd& y) { process_.set_targets(y); }
  Eigen::Index targets() const { return process_.targets().size(); }
  /// Returns the posterior mean of the sum of all groups at the points that have targets. O(n).
  Eigen::VectorXd mean_at_targets() const { return process_.mean_at_targets(); }

  struct Marginal {
    Eigen::MatrixXd mean;      ///< groups x m
    Eigen::MatrixXd variance;  ///< groups x m, >= 0
    Eigen::MatrixXd slopes;    ///< n x (groups m), column j m + i: group j, question i
    Eigen::MatrixXd whitened;  ///< n x (groups m): L^-1 k_j(X, z_i)
  };
  /// Z: d x m.
  Marginal marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes = false) const;
  /// Writes the same into a result that a climb reuses, since its matrices take megabytes.
  void marginal(const Eigen::Ref<const Eigen::MatrixXd>& Z, bool with_slopes, Marginal& result) const;
  /// Returns the gradient w.r.t. Z, d x m, of the weighted sum_ji mean_weights(j,i) mean_j(z_i) +
  /// variance_weights(j,i) variance_j(z_i). `marginal`: of the same Z, with slopes; is overwritten.
  Eigen::MatrixXd input_gradient(const Eigen::Ref<const Eigen::MatrixXd>& Z, Marginal& marginal,
                                 const Eigen::MatrixXd& mean_weights,
                                 const Eigen::MatrixXd& variance_weights) const;

  /// Means and variances in single precision, groups x m, to choose candidates by. The variance is what the
  /// nearest point alone would leave if only this group existed. It is no bound of marginal()'s: values are
  /// sums over the groups, which tell less of each.
  struct Screening {
    Eigen::MatrixXf mean;
    Eigen::MatrixXf lone_variance;
  };
  Screening screen(const Eigen::Ref<const Eigen::MatrixXf>& Z) const;

 private:
  void reserve(Eigen::Index capacity);
  void reserve_groups(Eigen::Index capacity);

  RadialFamily family_;
  Eigen::Index size_ = 0;
  GrowingProcess process_;  // factorised: of all points
  Partition partition_;
  AdditiveHyperparameters hyperparameters_;
  // Room for more columns (and rows) than are in use.
  Eigen::MatrixXd points_;
  GroupedPoints grouped_;
  std::vector<Eigen::MatrixXf> single_;  // grouped_.parts
};

}  // namespace bora::surrogates
