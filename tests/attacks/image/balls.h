// Balls of comparable size in all norms.
#pragma once

#include <algorithm>
#include <cmath>

#include "attacks/threat/norm_ball.h"
#include "common/layers.h"

namespace bora::attacks {

/// Returns a ball of any norm that allows about as much change as the L-infinity ball of radius `share`, in
/// (0, 1].
inline NormBall ball_of(Norm norm, double share, bool continuous, const ImageShape& shape) {
  if (norm == Norm::linf) return LinfBall(share, continuous);
  if (norm == Norm::l2) return {norm, share * std::sqrt(shape.size()), continuous};
  if (norm == Norm::l0) return {norm, std::ceil(share * shape.height * shape.width), continuous, shape};
  return {norm, std::ceil(std::sqrt(share) * std::max(shape.height, shape.width)), continuous, shape};
}

}  // namespace bora::attacks
