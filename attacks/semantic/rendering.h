// What a combination of changes makes of an image.
#pragma once

#include <Eigen/Core>

#include "attacks/semantic/semantic_space.h"
#include "data/dataset.h"

namespace bora {

/// original: shape.size() values in [0, 1], CHW. Returns as many, on the 8-bit grid; of the point that
/// changes nothing, the original. Depends on nothing else: the same point of the same image looks the same in
/// every run. Groups follow each other as the point says; values are clipped to [0, 1] after each group.
///
/// geometry: bilinear sampling at the inverse of scale, shear, rotation, then shift. colour: brightness,
/// contrast about the mean grey, saturation, hue in YIQ. quality: texture, fog of diamond-square clouds
/// (Hendrycks and Dietterich 2019), Gaussian blur, Gaussian noise, JPEG.
Eigen::RowVectorXf rendered(const Eigen::RowVectorXf& original, const ImageShape& shape,
                            const SemanticSpace& space, const Eigen::VectorXd& point);

}  // namespace bora
