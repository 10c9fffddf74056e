// Perturbation of training images. Includes LibTorch: for sources only.
#pragma once

#include <functional>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Returns images moved by one step of 1.25 `epsilon` along the sign of the gradient of `loss`, inside the
/// L-infinity ball of radius `epsilon` around `images` and inside [0, 1] (Wong, Rice and Kolter, "Fast is
/// better than free", ICLR 2020, algorithm 3). The gradient is taken at images + start, where `start` is
/// first clipped so that the sum is in [0, 1]. images, start: n x C x H x W; images in [0, 1], start in
/// [-epsilon, epsilon]. loss(x): a scalar; where its gradient is not finite, the pixel keeps its start.
torch::Tensor perturb(const torch::Tensor& images, const torch::Tensor& start, double epsilon,
                      const std::function<torch::Tensor(const torch::Tensor&)>& loss);

}  // namespace bora::models
