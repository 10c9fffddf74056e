// Training in mixed precision. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Parses a precision that is "float32", "bfloat16" or "float16". Throws InputError for any other text.
torch::ScalarType parse_precision(const std::string& text);

/// Throws InputError where this LibTorch cannot train in `precision` on `device`.
void check_precision(torch::ScalarType precision, const torch::Device& device);

/// Scope in which the present thread's convolutions and matrix products on the kind of `device` are computed
/// in `precision`; operations that need more precision keep it, as LibTorch chooses (autocast). For float32
/// it changes nothing.
class MixedPrecision {
 public:
  MixedPrecision(torch::ScalarType precision, const torch::Device& device);
  ~MixedPrecision();
  MixedPrecision(const MixedPrecision&) = delete;
  MixedPrecision& operator=(const MixedPrecision&) = delete;

 private:
  bool on_;
  torch::DeviceType device_;
  bool cached_ = false;  // previous setting
};

/// Stores the weights of convolutions with their channels innermost; their values stay the same.
void store_channels_last(torch::nn::Module& module);

/// Divides the gradients of `parameters` by `scale`. Returns whether all are finite.
bool divide_gradients(const std::vector<torch::Tensor>& parameters, double scale);

}  // namespace bora::models
