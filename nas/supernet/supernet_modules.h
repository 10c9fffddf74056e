// Modules of a Supernet. Includes LibTorch: for sources only.
#pragma once

#include <optional>

#include "common/layers.h"
#include "models/networks/network_modules.h"
#include "nas/supernet/supernet.h"

namespace bora::nas {

/// Operations that the cells of a supernet currently compute.
struct ChosenOperations {
  CellPath path{};
  torch::Tensor mix;  ///< edges x operations; undefined: the path
};

struct Supernet::Implementation {
  SupernetOptions options;
  ThreadPool* pool = nullptr;
  torch::Device device{torch::kCPU};
  std::shared_ptr<ChosenOperations> chosen;
  /// Parameters of an edge's convolutions are named body.stage1_cell1.edge0_1_conv3.weight and the like.
  std::shared_ptr<ScriptedModule> module;
  std::vector<torch::Tensor> parameters;
  std::vector<torch::Tensor> gradients;  ///< one a parameter, undefined where there is none yet
  std::unique_ptr<torch::optim::SGD> optimiser;

  /// `wanted`: tensors with respect to which gradients are added up in `sums`. Returns the mean loss.
  double differentiate(const Minibatch& batch, const std::vector<torch::Tensor>& wanted,
                       std::vector<torch::Tensor>& sums) const;
  void forget_steps();
};

}  // namespace bora::nas
