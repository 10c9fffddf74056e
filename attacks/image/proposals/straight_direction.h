// Directions from an image along which attacks in L2 move.
#pragma once

#include <Eigen/Core>

#include "common/layers.h"

namespace bora::attacks {

/// Returns a direction scaled to mean square 1, that is to the length sqrt(d), which signs have as well. A
/// direction of length 0 is returned as it is. direction: d values.
Eigen::RowVectorXf of_mean_square_1(const Eigen::RowVectorXf& direction);

/// Returns the change min(max(s direction, low), high) whose Euclidean length is `length` (within 0.1%), or
/// the longest that the limits allow. Length lost by clipping some values to [0, 1] is therefore added to the
/// others. low <= 0 <= high: d values each, the limits of the change; length > 0.
Eigen::RowVectorXf stretched(const Eigen::RowVectorXf& direction, const Eigen::RowVectorXf& low,
                             const Eigen::RowVectorXf& high, double length);

}  // namespace bora::attacks
