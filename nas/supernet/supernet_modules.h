// Modules of a Supernet. Includes LibTorch: for sources only.
#pragma once

#include <optional>

#include "common/layers.h"
#include "models/networks/network_modules.h"
#include "nas/supernet/supernet.h"

namespace bora::nas {

/// Operations that all cells of a supernet currently compute.
struct ChosenOperations {
  CellPath path{};
  torch::Tensor mix;  ///< weights, edges x operations; undefined: `path` is computed
};

struct Supernet::Implementation {
  SupernetOptions options;
  ThreadPool* pool = nullptr;
  torch::Device device{torch::kCPU};
  std::shared_ptr<ChosenOperations> chosen;
  /// Network with the weights of all operations, named as in body.stage1_cell1.edge0_1_conv3.weight.
  std::shared_ptr<ScriptedModule> module;
  std::vector<torch::Tensor> parameters;
  std::vector<torch::Tensor> gradients;  ///< sum of gradients of each parameter; undefined: none was added
  std::unique_ptr<torch::optim::SGD> optimiser;

  /// Returns the mean loss of the chosen operations on a minibatch, and adds its gradients with respect to
  /// the tensors `wanted` to `sums` (one for each; undefined counts as 0).
  double differentiate(const Minibatch& batch, const std::vector<torch::Tensor>& wanted,
                       std::vector<torch::Tensor>& sums) const;
  /// Makes a new optimiser without momentum from earlier steps, and clears `gradients`.
  void reset_optimiser();
};

}  // namespace bora::nas
