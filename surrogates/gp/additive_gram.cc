#include "surrogates/gp/additive_gram.h"

#include <algorithm>

namespace bora {
namespace {

/// Columns worked on at once: n x 64 doubles stay in the second-level cache for n = 2,000.
constexpr Eigen::Index kBlock = 64;

/// Calls visit(group, first, distances) for every group and block of columns; distances: squared scaled
/// distances of rows first ... n-1 to columns first ... first + cols - 1.
template <typename Visit>
void for_each_block(const Partition& partition, const GroupedPoints& grouped, Visit&& visit) {
  const Eigen::Index n = grouped.points.cols();
  Eigen::MatrixXd distances;
  for (Eigen::Index first = 0; first < n; first += kBlock) {
    const Eigen::Index columns = std::min(kBlock, n - first);
    const Eigen::Index rows = n - first;
    for (int j = 0; j < partition.groups(); ++j) {
      const auto part = grouped.points.middleRows(partition.start(j), partition.size(j));
      distances.resize(rows, columns);
      distances.noalias() = -2 * part.rightCols(rows).transpose() * part.middleCols(first, columns);
      const auto norms = grouped.norms.row(j).transpose();
      for (Eigen::Index c = 0; c < columns; ++c)
        distances.col(c) =
            (distances.col(c) + norms.tail(rows)).array().max(-norms[first + c]) + norms[first + c];
      visit(j, first, distances);
    }
  }
}

}  // namespace

GroupedPoints group_points(const Partition& partition, const Eigen::Ref<const Eigen::MatrixXd>& points,
                           const Eigen::VectorXd& lengthscales) {
  GroupedPoints grouped{Eigen::MatrixXd(points.rows(), points.cols()),
                        Eigen::MatrixXd(partition.groups(), points.cols())};
  for (int j = 0; j < partition.groups(); ++j) {
    for (int i = partition.start(j); i < partition.start(j) + partition.size(j); ++i)
      grouped.points.row(i) = points.row(partition.order[i]) / lengthscales[j];
    grouped.norms.row(j) =
        grouped.points.middleRows(partition.start(j), partition.size(j)).colwise().squaredNorm();
  }
  return grouped;
}

void additive_gram(RadialFamily family, const Partition& partition, const GroupedPoints& grouped,
                   const Eigen::VectorXd& signal_variances, Eigen::Ref<Eigen::MatrixXd> gram) {
  for_each_block(partition, grouped, [&](int group, Eigen::Index first, Eigen::MatrixXd& distances) {
    radial_in_place(family, distances);
    auto target = gram.block(first, first, distances.rows(), distances.cols());
    if (group == 0) {
      target = signal_variances[group] * distances;
    } else {
      target += signal_variances[group] * distances;
    }
  });
  gram.diagonal().setConstant(signal_variances.sum());
}

Eigen::VectorXd additive_gram_gradient(RadialFamily family, const Partition& partition,
                                       const GroupedPoints& grouped, const Eigen::VectorXd& signal_variances,
                                       const Eigen::Ref<const Eigen::MatrixXd>& weights) {
  const int groups = partition.groups();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(2 * groups);
  Eigen::MatrixXd slopes;
  for_each_block(partition, grouped, [&](int group, Eigen::Index first, Eigen::MatrixXd& distances) {
    double variance_sum = 0;
    double lengthscale_sum = 0;
    Eigen::VectorXd scaled;
    for (Eigen::Index c = 0; c < distances.cols(); ++c) {
      // Strictly below the diagonal, hence twice; the diagonal does not depend on the lengthscale.
      const Eigen::Index rows = distances.rows() - c - 1;
      variance_sum += weights(first + c, first + c);
      if (rows == 0) continue;
      auto column = distances.col(c).tail(rows);
      scaled = column;
      slopes.resize(rows, 1);
      radial_with_slope(family, column, slopes.col(0));
      const auto weight = weights.col(first + c).tail(rows);
      variance_sum += 2 * weight.dot(column);
      // dS / d log l = -2 S.
      lengthscale_sum -= 4 * (weight.array() * slopes.col(0).array() * scaled.array()).sum();
    }
    gradient[group] += signal_variances[group] * variance_sum;
    gradient[groups + group] += signal_variances[group] * lengthscale_sum;
  });
  return gradient;
}

}  // namespace bora
