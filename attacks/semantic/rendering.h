// Rendering of an image with a combination of changes.
#pragma once

#include <Eigen/Core>

#include "attacks/semantic/semantic_space.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Returns the image with the changes that `point` describes: shape.size() values on the 8-bit grid, CHW.
/// original: shape.size() values in [0, 1], CHW. Deterministic: noise and fog depend on the point's pattern
/// only. Groups of changes are applied in the order of the point; values are clipped to [0, 1] after each
/// group.
///
/// geometry: bilinear sampling at the inverse of scale, shear, rotation, then shift. colour: brightness,
/// contrast about the mean grey, saturation, hue in YIQ. quality: texture, fog of diamond-square clouds
/// (Hendrycks and Dietterich 2019), Gaussian blur, Gaussian noise, JPEG.
Eigen::RowVectorXf rendered(const Eigen::RowVectorXf& original, const ImageShape& shape,
                            const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora::attacks
