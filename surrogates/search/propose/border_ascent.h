// Maximisation of a score on the border of the allowed points of a space.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

struct BorderPoint {
  Eigen::VectorXd point;  ///< settled and allowed
  double value = 0;
};

/// Goes from `inside`, an allowed point, towards `outside`, which is not allowed, as far as is allowed, and
/// from there along the border by gradient projection (Rosen 1960): each step follows the part of the
/// gradient that is tangent to the border, and a bisection along the border's normal leads back to it. Steps
/// double after a gain and halve otherwise. The normal is the slope of MixedSpaceRules::violation and rows; a
/// space without them ends where the straight way does. Points are in units (MixedSpace::to_unit); free: the
/// coordinates that may change; evaluations: of the score and its gradient, at most. score: smooth.
BorderPoint border_ascent(const MixedSpace& space, const PointAcquisition& score,
                          const Eigen::VectorXd& inside, const Eigen::VectorXd& outside,
                          const std::vector<int>& free, int evaluations);

}  // namespace bora::surrogates
