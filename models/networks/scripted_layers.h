// Layers, and their expressions in TorchScript. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Makes a kernel x kernel convolution with zeros around the image, so that stride 1 keeps its size.
/// `groups`: number of separate parts of the channels; `dilation`: pixels from one weight to the next.
torch::nn::Conv2d convolution(int in, int out, int kernel, int stride, bool bias, int groups = 1,
                              int dilation = 1);

/// Return the TorchScript expression of `module`, in evaluation mode, applied to the expression `x`; `layer`:
/// full name of the module.
std::string script_convolution(const std::string& layer, const std::string& x,
                               const torch::nn::Conv2dImpl& module);
std::string script_linear(const std::string& layer, const std::string& x);
std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNorm2dImpl& module);
std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNorm1dImpl& module);

}  // namespace bora::models
