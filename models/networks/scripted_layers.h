// Layers and their TorchScript expressions. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Makes a kernel x kernel convolution with zero padding, such that stride 1 keeps the size of the image.
/// groups, dilation: as in torch.nn.Conv2d.
torch::nn::Conv2d convolution(int in, int out, int kernel, int stride, bool bias, int groups = 1,
                              int dilation = 1);

/// Return the TorchScript expression of a layer in evaluation mode, applied to the expression `x`. layer:
/// expression of the layer in the script, e.g. "self.conv1".
std::string script_convolution(const std::string& layer, const std::string& x,
                               const torch::nn::Conv2dImpl& module);
std::string script_linear(const std::string& layer, const std::string& x);
std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNormOptions& options);
/// Returns the expression of a convolution without a bias and the normalisation of its output, applied to
/// `x`.
std::string script_normalised(const std::string& conv_layer, const torch::nn::Conv2d& conv,
                              const std::string& norm_layer, const torch::nn::BatchNorm2d& norm,
                              const std::string& x);

}  // namespace bora::models
