// Weights of pixels for models of a victim's scores, by where in an image the object is likely to be.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "attacks/image/proposals/pixel_pooling.h"
#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// A pixel r sides from the centre counts exp(-(r / width)^2 / 2): what a picture shows is often in its
/// middle. width > 0, as a share of the image's sides. Returns shape.size() values in (0, 1].
Eigen::RowVectorXf centre_window(const ImageShape& shape, double width);

/// Pixels count by the contrast around them: what a picture shows has edges, wherever it is. image:
/// shape.size() values. Returns as many in (0, 1], all 1 for an image of one colour.
Eigen::RowVectorXf contrast_window(const ImageShape& shape, const Eigen::RowVectorXf& image);

/// Weighting of the pixels: one of these, or the one with the highest evidence.
enum class Window { evidence, centre, contrast, none };
/// Returns the windows of pooled images among which the evidence chooses, or the requested one; an empty one
/// for no weights. The width of the central one was chosen on images 1-10 and 51-90 of MNIST and CIFAR-10.
std::vector<Eigen::RowVectorXf> pixel_windows(const Eigen::RowVectorXf& image, const PixelPooling& pooling,
                                              Window wanted = Window::evidence);

}  // namespace bora::attacks
