// Maximisation of a score along the border of the allowed set of a space.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "surrogates/acquisition/acquisition_function.h"
#include "surrogates/space/mixed_space.h"

namespace bora::surrogates {

/// Point of the border of the allowed set, and its score.
struct BorderPoint {
  Eigen::VectorXd point;  ///< settled and allowed, in unit coordinates
  double value = 0;
};

/// Ascends along the border of the allowed set by gradient projection (Rosen 1960). The start is the last
/// allowed point on the segment from `inside`, which is allowed, to `outside`, which is not. Each step
/// follows the part of the gradient that is tangent to the border, and a bisection along the normal of the
/// border leads back to it. The step length doubles after a gain and halves otherwise. The normal is the
/// gradient, by finite differences, of the largest violation (MixedSpaceRules::violation and rows); if the
/// space has neither, the start is returned. Points are in unit coordinates (MixedSpace::to_unit). score:
/// smooth; free: coordinates that may change; evaluations: maximum number of evaluations of the score or its
/// gradient after the start.
BorderPoint border_ascent(const MixedSpace& space, const PointAcquisition& score,
                          const Eigen::VectorXd& inside, const Eigen::VectorXd& outside,
                          const std::vector<int>& free, int evaluations);

}  // namespace bora::surrogates
