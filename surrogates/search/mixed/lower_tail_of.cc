#include "surrogates/search/mixed/lower_tail_of.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surrogates/gp/standardisation.h"

namespace bora::surrogates {

std::vector<Eigen::Index> far_apart(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                                    int count) {
  const Eigen::MatrixXd units = space.to_units(points);
  const int d_h = space.categories(), d_x = space.numbers();
  Eigen::VectorXd nearest = Eigen::VectorXd::Constant(units.rows(), std::numeric_limits<double>::infinity());
  std::vector<Eigen::Index> taken;
  for (Eigen::Index next = 0;
       taken.size() < static_cast<std::size_t>(std::min<Eigen::Index>(count, units.rows()));) {
    taken.push_back(next);
    for (Eigen::Index i = 0; i < units.rows(); ++i) {
      const auto differing = (units.row(i).head(d_h).array() != units.row(next).head(d_h).array()).count();
      const double apart =
          static_cast<double>(differing) + (units.row(i).tail(d_x) - units.row(next).tail(d_x)).squaredNorm();
      nearest[i] = std::min(nearest[i], apart);
    }
    nearest[next] = -1;
    nearest.maxCoeff(&next);
  }
  return taken;
}

LowerTail lower_tail_of(const MixedSpace& space, const std::vector<Eigen::VectorXd>& points,
                        const Eigen::VectorXd& values, int first, bool unasked) {
  const int count = std::max(LowerTail::kFewest, first);
  if (!unasked) return LowerTail::of(values, count);
  return LowerTail::of(values, Eigen::VectorXd(values(far_apart(space, points, count))));
}

Eigen::VectorXd with_lowered_infeasible(Eigen::VectorXd values, const std::vector<bool>& meets, int first) {
  constexpr double kFence = 5, kFar = 50;
  std::vector<double> feasible;
  for (std::size_t i = 0; i < meets.size(); ++i)
    if (meets[i]) feasible.push_back(values[static_cast<Eigen::Index>(i)]);
  constexpr std::size_t kFewest = 5;  // the spread of fewer values is unreliable
  if (feasible.size() < kFewest) return values;
  const double best = std::ranges::max(feasible);
  feasible.resize(std::min(feasible.size(), static_cast<std::size_t>(std::max(LowerTail::kFewest, first))));
  std::ranges::sort(feasible);
  const double scale = best - feasible[(feasible.size() - 1) / 3], fence = best + kFence * scale;
  if (!exceeds_rounding(scale, std::max(std::abs(best), std::abs(best - scale))) ||
      !std::isfinite(kFar * scale) || values.maxCoeff() <= best + kFar * scale)
    return values;
  for (std::size_t i = 0; i < meets.size(); ++i)
    if (double& value = values[static_cast<Eigen::Index>(i)]; !meets[i] && value > fence)
      value = fence + scale / (1 + scale / (value - fence));
  return values;
}

}  // namespace bora::surrogates
