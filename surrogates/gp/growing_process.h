// Factorised Gaussian process whose points arrive one by one, for any kernel.
#pragma once

#include <Eigen/Core>

#include "surrogates/linalg/cholesky.h"

namespace bora::surrogates {

/// Factorised covariance matrix of a zero-mean process at its n points, and the targets that it was solved
/// for. It is independent of the kernel: its owner writes the matrix, and the row of each point added later.
/// The factor grows in place, its capacity by a quarter at a time. The last points can be removed at no cost,
/// so pending points are added with imputed values and removed afterwards.
class GrowingProcess {
 public:
  Eigen::Index size() const { return size_; }
  bool factorised() const { return factorised_; }
  double jitter() const { return jitter_; }

  /// Makes room for `capacity` points. Points and factor stay.
  void reserve(Eigen::Index capacity);

  /// Starts again with n points, in room for `capacity` >= n, and forgets the targets, O(n^3). write(A):
  /// writes the lower triangle of A, n x n, the covariance without noise; called again for each jitter tried.
  /// On failure of every jitter returns false and holds nothing.
  template <typename Write>
  bool factorise(Eigen::Index n, Eigen::Index capacity, double noise, const Write& write);

  /// Appends a point that has covariances `cross` (n) with those before and variance `own`, in O(n^2). A
  /// squared pivot below 0.1 noise + 1e-14 own, which only rounding can produce, is raised to that sum.
  void append(Eigen::VectorXd cross, double own);
  void remove_last(Eigen::Index m);

  /// Sets the targets y of the first y.size() <= n points. The targets of later points are imputed: each is
  /// the posterior mean given the others, which leaves every mean unchanged and reduces variances (Kriging
  /// believer, Ginsbourger et al. 2010). Their weight in the mean is therefore 0. O(n^2).
  void set_targets(const Eigen::VectorXd& y);
  const Eigen::VectorXd& targets() const { return targets_; }
  /// Returns (K + noise I)^-1 y, as many as there are targets.
  const Eigen::VectorXd& weights() const { return weights_; }
  /// Returns the posterior mean at the points that have targets: K a = y - noise a, since (K + noise I) a =
  /// y. O(n).
  Eigen::VectorXd mean_at_targets() const;

  /// Returns L, n x n; only its lower triangle is meaningful.
  auto lower() const { return factor_.topLeftCorner(size_, size_); }

 private:
  Eigen::Index size_ = 0;
  bool factorised_ = false;
  double noise_ = 0, jitter_ = 0;
  Eigen::MatrixXd factor_;  // room x room
  Eigen::VectorXd targets_, weights_;
};

/// Returns the capacity to reserve for `needed` points, given the `present` capacity: `needed`, or 64 and a
/// quarter more than `present` if that is larger. No more, since the square matrices take most of an
/// instance's memory.
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
