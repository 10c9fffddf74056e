#include "surrogates/gp/group_distances.h"

namespace bora::surrogates {

GroupedPoints group_points(const Partition& partition, const Eigen::Ref<const Eigen::MatrixXd>& points,
                           const Eigen::VectorXd& lengthscales) {
  GroupedPoints grouped;
  grouped.norms.resize(partition.groups(), points.cols());
  for (int j = 0; j < partition.groups(); ++j) grouped.parts.emplace_back(partition.size(j), points.cols());
  // The loop goes point by point, since one point fits into the cache and all points do not.
  for (Eigen::Index column = 0; column < points.cols(); ++column)
    for (int j = 0; j < partition.groups(); ++j) {
      auto part = grouped.parts[j].col(column);
      const int* coordinates = partition.order.data() + partition.start(j);
      for (Eigen::Index i = 0; i < part.size(); ++i)
        part[i] = points(coordinates[i], column) / lengthscales[j];
      grouped.norms(j, column) = part.squaredNorm();
    }
  return grouped;
}

GroupDistances::GroupDistances(const GroupedPoints& grouped, Keep keep) : grouped_(grouped) {
  const auto n = static_cast<double>(size());
  if (keep == Keep::no || 4 * n * n * groups() > kLargestKept) return;
  for (Eigen::Index first = 0; first < size(); first += kBlock)
    for (int group = 0; group < groups(); ++group) compute(group, first, kept_.emplace_back());
}

void GroupDistances::compute(int group, Eigen::Index first, Eigen::MatrixXd& distances) const {
  const Eigen::Index columns = std::min(kBlock, size() - first);
  const Eigen::Index rows = size() - first;
  const Eigen::MatrixXd& part = grouped_.parts[group];
  distances.resize(rows, columns);
  distances.noalias() = -2 * part.rightCols(rows).transpose() * part.middleCols(first, columns);
  const auto norms = grouped_.norms.row(group).transpose();
  for (Eigen::Index c = 0; c < columns; ++c)
    distances.col(c) =
        (distances.col(c) + norms.tail(rows)).array().max(-norms[first + c]) + norms[first + c];
}

}  // namespace bora::surrogates
