// Number of correct predictions in a step of a training. Includes LibTorch: for sources only.
#pragma once

#include <cstdint>

#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Returns the number of rows of `logits` (n x classes) whose largest entry is that of the label. labels: n.
inline int count_right(const torch::Tensor& logits, const torch::Tensor& labels) {
  const torch::NoGradGuard untracked;
  return static_cast<int>((logits.argmax(1) == labels).sum().item<std::int64_t>());
}

}  // namespace bora::models
