// Layers, and how they are written in TorchScript. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// kernel x kernel, zeros around the image so that its size stays at stride 1. `groups`: as many parts of the
/// channels that do not see each other; `dilation`: pixels from one weight to the next.
torch::nn::Conv2d convolution(int in, int out, int kernel, int stride, bool bias, int groups = 1,
                              int dilation = 1);

/// TorchScript expressions for what `module` does to the expression `x` in evaluation mode; `layer` is the
/// module's full name.
std::string script_convolution(const std::string& layer, const std::string& x,
                               const torch::nn::Conv2dImpl& module);
std::string script_linear(const std::string& layer, const std::string& x);
std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNorm2dImpl& module);
std::string script_norm(const std::string& layer, const std::string& x,
                        const torch::nn::BatchNorm1dImpl& module);

}  // namespace bora::models
