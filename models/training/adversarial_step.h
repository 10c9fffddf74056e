// Perturbation of images for adversarial training. Includes LibTorch: for sources only.
#pragma once

#include <functional>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Returns images + start, moved by one step of 1.25 `epsilon` along the sign of the gradient of `loss`, and
/// clipped to the L-infinity ball of radius `epsilon` around `images` and to [0, 1] (Wong, Rice and Kolter,
/// "Fast is better than free", ICLR 2020, algorithm 3). `start` is first clipped so that images + start is in
/// [0, 1]. images: n x C x H x W, in [0, 1]; start: the same shape, in [-epsilon, epsilon]; loss: a scalar
/// function of images. Pixels whose gradient is not finite are not moved from the start.
torch::Tensor perturb(const torch::Tensor& images, const torch::Tensor& start, double epsilon,
                      const std::function<torch::Tensor(const torch::Tensor&)>& loss);

}  // namespace bora::models
