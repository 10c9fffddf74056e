// Training in mixed precision. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Parses a precision that is "float32", "bfloat16" or "float16". Throws InputError for any other text.
torch::ScalarType parse_precision(const std::string& text);

/// Throws InputError if this version of LibTorch cannot train in `precision` on `device`.
void check_precision(torch::ScalarType precision, const torch::Device& device);

/// Scope in which the current thread computes convolutions and matrix products on devices of this kind in
/// `precision`. Operations that need more precision keep it (LibTorch's autocast). For float32 it has no
/// effect.
class MixedPrecision {
 public:
  MixedPrecision(torch::ScalarType precision, const torch::Device& device);
  ~MixedPrecision();
  MixedPrecision(const MixedPrecision&) = delete;
  MixedPrecision& operator=(const MixedPrecision&) = delete;

 private:
  bool on_;
  torch::DeviceType device_;
  bool cached_ = false;  // previous setting of the weight cache
};

/// Changes the memory format of convolution weights to channels last. Their values stay the same.
void store_channels_last(torch::nn::Module& module);

/// Divides the gradients of `parameters` by `scale`. Returns whether all are finite.
bool divide_gradients(const std::vector<torch::Tensor>& parameters, double scale);

}  // namespace bora::models
