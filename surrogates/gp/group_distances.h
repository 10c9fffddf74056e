// Squared distances between points for each group of coordinates, which are kept for fits of
// hyper-parameters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "surrogates/gp/partition.h"

namespace bora::surrogates {

/// Points whose coordinates are stored group by group, each group divided by its lengthscale. Each group has
/// its own matrix, since operations on thousands of coordinates are limited by memory bandwidth.
struct GroupedPoints {
  std::vector<Eigen::MatrixXd> parts;  ///< matrix of group j: its coordinates x n
  Eigen::MatrixXd norms;               ///< groups x n: squared norms of the parts' columns
};

/// Groups and scales the points. points: d x n, unscaled, in the order of the coordinates.
GroupedPoints group_points(const Partition& partition, const Eigen::Ref<const Eigen::MatrixXd>& points,
                           const Eigen::VectorXd& lengthscales);

/// Lower triangle of the n x n matrix of squared distances of each group, in blocks of columns. Computing
/// them takes n^2 d / 2 multiplications, which in hundreds of dimensions are most of the cost of a covariance
/// matrix. A change of lengthscales only scales the distances of each group, so they can be kept for visits
/// with several sets of lengthscales.
class GroupDistances {
 public:
  enum class Keep { no, yes };

  /// grouped: must outlive this object. Keep::yes keeps the distances, which take 4 n^2 groups bytes. If that
  /// exceeds kLargestKept, and with Keep::no, every visit computes them again.
  GroupDistances(const GroupedPoints& grouped, Keep keep);

  int groups() const { return static_cast<int>(grouped_.parts.size()); }
  Eigen::Index size() const { return grouped_.norms.cols(); }

  /// Calls visit(group, first, distances) for every block of columns and group: factors[group] times the
  /// squared distances of the points first ... n-1 to the points first ... first + distances.cols() - 1,
  /// which the visitor may overwrite.
  template <typename Visit>
  void visit(const Eigen::VectorXd& factors, Visit&& visit) const {
    Eigen::MatrixXd distances;
    std::size_t block = 0;
    for (Eigen::Index first = 0; first < size(); first += kBlock)
      for (int group = 0; group < groups(); ++group, ++block) {
        if (kept_.empty()) {
          compute(group, first, distances);
          distances *= factors[group];
        } else {
          distances = factors[group] * kept_[block];
        }
        visit(group, first, distances);
      }
  }

 private:
  /// Number of columns of a block: n x 64 doubles stay in the second-level cache for n = 2,000.
  static constexpr Eigen::Index kBlock = 64;
  /// Largest size of kept distances, in bytes: 27 groups of 2,200 points, or 12 groups of 3,300.
  static constexpr double kLargestKept = 512.0 * 1024 * 1024;

  void compute(int group, Eigen::Index first, Eigen::MatrixXd& distances) const;

  const GroupedPoints& grouped_;
  std::vector<Eigen::MatrixXd> kept_;  // in the order of visits
};

}  // namespace bora::surrogates
