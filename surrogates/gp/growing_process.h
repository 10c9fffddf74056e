// Factorised covariance matrix of a Gaussian process whose points arrive one by one, for any kernel.
#pragma once

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Factorised covariance matrix of a zero-mean process at n points, and the weights of its mean for given
/// targets. It is independent of the kernel: the owner writes the covariance matrix, and the row of each
/// point added later. The factor grows in place, its capacity by a quarter at a time. The last points can be
/// removed at no cost, which is how pending points are added with imputed values and removed again.
class GrowingProcess {
 public:
  Eigen::Index size() const { return size_; }
  bool factorised() const { return factorised_; }
  double jitter() const { return jitter_; }

  /// Makes room for `capacity` points without changing the factor.
  void reserve(Eigen::Index capacity);

  /// Replaces all points by n points with room for `capacity` >= n, and discards the targets, in O(n^3).
  /// write(A): writes the lower triangle of A, n x n, the covariance without noise; it is called again for
  /// each jitter tried. Returns false, and has no points, if the matrix is not positive definite with any
  /// jitter.
  template <typename Write>
  bool factorise(Eigen::Index n, Eigen::Index capacity, double noise, const Write& write);

  /// Appends a point in O(n^2) steps. cross: covariances with the n points before it; own: prior variance
  /// without noise. A squared pivot below 0.1 noise + 1e-14 own, which only rounding can produce, is raised
  /// to that value.
  void append(Eigen::VectorXd cross, double own);
  /// Removes the last m points, which must have no targets.
  void remove_last(Eigen::Index m);

  /// Sets the targets y of the first y.size() <= n points, in O(n^2). The targets of later points are imputed
  /// by the posterior mean given the others, which does not change the mean anywhere but reduces variances
  /// (Kriging believer, Ginsbourger et al. 2010). Later points therefore have weight 0 in the mean.
  void set_targets(const Eigen::VectorXd& y);
  const Eigen::VectorXd& targets() const { return targets_; }
  /// Returns the weights (K + noise I)^-1 y of the targets.
  const Eigen::VectorXd& weights() const { return weights_; }
  /// Returns the posterior mean at the points that have targets, in O(n): K a = y - noise a, since (K + noise
  /// I) a = y.
  Eigen::VectorXd mean_at_targets() const;

  /// Returns L, n x n; only its lower triangle is meaningful.
  auto lower() const { return factor_.topLeftCorner(size_, size_); }

 private:
  Eigen::Index size_ = 0;
  bool factorised_ = false;
  double noise_ = 0, jitter_ = 0;
  Eigen::MatrixXd factor_;  // capacity x capacity
  Eigen::VectorXd targets_, weights_;
};

/// Returns the capacity to reserve for `needed` points, given the `present` capacity: the larger of `needed`
/// and a quarter plus 64 more than `present`. The usual doubling would waste memory, since matrices of
/// capacity x capacity take most of it.
Eigen::Index grown_room(Eigen::Index needed, Eigen::Index present);

template <typename Write>
bool GrowingProcess::factorise(Eigen::Index n, Eigen::Index capacity, double noise, const Write& write) {
  factorised_ = false;
  size_ = 0;
  targets_.resize(0);
  weights_.resize(0);
  noise_ = noise;
  if (factor_.cols() != capacity) factor_.resize(capacity, capacity);
  auto corner = factor_.topLeftCorner(n, n);
  const auto write_all = [&] {
    write(corner);
    corner.diagonal().array() += noise;
  };
  write_all();
  const auto jitter = cholesky_in_place(corner, JitterSchedule{}, write_all);
  if (!jitter) return false;
  jitter_ = *jitter;
  size_ = n;
  factorised_ = true;
  return true;
}

}  // namespace bora::surrogates
