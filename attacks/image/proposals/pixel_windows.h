// Weights of pixels for models of a victim's scores, higher where the object in an image probably is.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "attacks/image/proposals/pixel_pooling.h"
#include "common/layers.h"
#include "models/victims/victim.h"

namespace bora::attacks {

/// Returns weights that favour the centre, where the object often is: exp(-(r / width)^2 / 2) for a pixel at
/// distance r from the centre, in sides of the image. width > 0, likewise. shape.size() values in (0, 1].
Eigen::RowVectorXf centre_window(const ImageShape& shape, double width);

/// Returns weights that grow with the contrast around a pixel, since an object has edges wherever it is.
/// image: shape.size() values. As many values in (0, 1], all 1 for an image of one colour.
Eigen::RowVectorXf contrast_window(const ImageShape& shape, const Eigen::RowVectorXf& image);

/// Choice of the weights: centre, contrast, none, or the one of them with the largest evidence.
enum class Window { evidence, centre, contrast, none };
/// Returns the weights, for pooled images, among which the evidence chooses, or the requested ones only;
/// empty weights stand for none. The width of the central window was chosen on images 1-10 and 51-90 of MNIST
/// and CIFAR-10.
std::vector<Eigen::RowVectorXf> pixel_windows(const Eigen::RowVectorXf& image, const PixelPooling& pooling,
                                              Window wanted = Window::evidence);

}  // namespace bora::attacks
