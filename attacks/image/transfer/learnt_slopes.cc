#include "attacks/image/transfer/learnt_slopes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>

#include "surrogates/search/ranking.h"

namespace bora::attacks {

// Format of a warm start: for each class that it has, the class (32 bits) and d floats, in native byte order.
std::string LearntSlopes::warm_start(const Eigen::MatrixXf& slopes, const Goal& goal,
                                     const Eigen::RowVectorXd& closeness) {
  const float norm = slopes.norm();
  if (!(norm > 0) || !std::isfinite(norm)) return "";
  std::vector<std::int32_t> kept = {goal.label};
  if (goal.target) kept.push_back(*goal.target);
  for (const auto c : largest(closeness, closeness.size())) {
    if (static_cast<int>(kept.size()) >= kMostClasses) break;
    if (std::find(kept.begin(), kept.end(), static_cast<std::int32_t>(c)) == kept.end())
      kept.push_back(static_cast<std::int32_t>(c));
  }
  std::string content;
  for (const std::int32_t c : kept) {
    const Eigen::RowVectorXf row = slopes.row(c) / norm;
    content.append(reinterpret_cast<const char*>(&c), sizeof c);
    content.append(reinterpret_cast<const char*>(row.data()),
                   sizeof(float) * static_cast<std::size_t>(row.size()));
  }
  return content;
}

LearntSlopes::LearntSlopes(const std::vector<WarmStart>& warm_starts, int classes, int dimension) {
  const std::size_t record = sizeof(std::int32_t) + sizeof(float) * static_cast<std::size_t>(dimension);
  std::map<int, std::pair<Eigen::RowVectorXf, int>> sums;  // by class: sum of slopes, number of slopes
  Eigen::RowVectorXf row(dimension);
  for (const WarmStart& warm_start : warm_starts) {
    if (warm_start.content.size() % record != 0)
      throw std::runtime_error("a warm start of an earlier instance is damaged: it has the wrong length");
    for (std::size_t at = 0; at < warm_start.content.size(); at += record) {
      std::int32_t c = 0;
      std::memcpy(&c, warm_start.content.data() + at, sizeof c);
      std::memcpy(row.data(), warm_start.content.data() + at + sizeof c, record - sizeof c);
      if (c < 0 || c >= classes || !row.allFinite())
        throw std::runtime_error("a warm start of an earlier instance is damaged");
      auto& [sum, count] = sums.try_emplace(c, Eigen::RowVectorXf::Zero(dimension), 0).first->second;
      sum += row;
      ++count;
    }
  }
  slopes_.resize(static_cast<Eigen::Index>(sums.size()), dimension);
  for (const auto& [c, sum] : sums) {
    slopes_.row(size()) = sum.first / static_cast<float>(sum.second);
    known_.push_back(c);
  }
}

Eigen::MatrixXd LearntSlopes::values(const Eigen::Ref<const PointRows>& perturbations) const {
  return (perturbations * slopes_.transpose()).cast<double>();
}

Eigen::MatrixXd LearntSlopes::values(const Eigen::Ref<const PointRows>& perturbations,
                                     std::span<const ChangedPoint> candidates) const {
  const Eigen::MatrixXd of_rows = values(perturbations);
  Eigen::MatrixXd values(static_cast<Eigen::Index>(candidates.size()), size());
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    const auto& [row, coordinates, changed] = candidates[static_cast<std::size_t>(i)];
    Eigen::VectorXf change = Eigen::VectorXf::Zero(size());
    for (std::size_t k = 0; k < coordinates.size(); ++k)
      change += (changed[k] - perturbations(row, coordinates[k])) * slopes_.col(coordinates[k]);
    values.row(i) = of_rows.row(row) + change.cast<double>().transpose();
  }
  return values;
}

Eigen::RowVectorXf LearntSlopes::direction(const Eigen::Ref<const Eigen::RowVectorXd>& weights) const {
  Eigen::RowVectorXf direction = Eigen::RowVectorXf::Zero(slopes_.cols());
  for (int i = 0; i < size(); ++i)
    direction += static_cast<float>(weights[known_[static_cast<std::size_t>(i)]]) * slopes_.row(i);
  return direction;
}

}  // namespace bora::attacks
