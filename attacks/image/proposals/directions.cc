#include "attacks/image/proposals/directions.h"

#include <algorithm>
#include <cmath>

namespace bora::attacks {

SignDirection SignDirection::up(int d) {
  return {Eigen::RowVectorXf::Ones(d), Eigen::RowVectorXf::Constant(d, kFarthest)};
}

SignDirection SignDirection::towards(const Eigen::RowVectorXf& original, const Eigen::RowVectorXf& example) {
  const Eigen::RowVectorXf difference = example - original;
  return {(difference.array() < 0)
              .select(Eigen::RowVectorXf::Constant(difference.size(), -1),
                      Eigen::RowVectorXf::Ones(difference.size())),
          difference.cwiseAbs()};
}

void SignDirection::flip(int begin, int length) {
  signs.segment(begin, length) *= -1;
  farthest.segment(begin, length).setConstant(kFarthest);
}

Eigen::RowVectorXf SignDirection::image_at(const Eigen::RowVectorXf& original, double radius) const {
  return original + signs.cwiseProduct(farthest.cwiseMin(static_cast<float>(radius)));
}

Eigen::RowVectorXf of_mean_square_1(const Eigen::RowVectorXf& direction) {
  const float length = direction.norm();
  if (!(length > 0)) return direction;
  return direction * (std::sqrt(static_cast<float>(direction.size())) / length);
}

// The length of the clipped change is a concave function of the scale, so the steps approach it from below.
Eigen::RowVectorXf stretched(const Eigen::RowVectorXf& direction, const Eigen::RowVectorXf& low,
                             const Eigen::RowVectorXf& high, double length) {
  constexpr int kMostSteps = 30;
  constexpr double kTolerance = 1e-3;
  double scale = length / std::max(static_cast<double>(direction.norm()), 1e-30);
  Eigen::RowVectorXf change;
  double before = 0;
  for (int step = 0; step < kMostSteps; ++step) {
    change = (static_cast<float>(scale) * direction).cwiseMax(low).cwiseMin(high);
    const double reached = change.norm();
    if (reached >= (1 - kTolerance) * length || reached <= before) break;
    before = reached;
    scale *= length / reached;
  }
  return change;
}

}  // namespace bora::attacks
