// Tensors of a training as bytes. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "models/victims/torch/replicas.h"

namespace bora::models {

/// Returns as bytes the network after the last whole epoch, the best one so far, and the optimiser's state.
/// `loss_scale`: LossScale::state() where there is one.
std::string training_state(const ModuleState& network, const ModuleState& best,
                           const torch::optim::Optimizer& optimiser, const torch::Tensor& loss_scale = {});

/// Restores what training_state() returned into modules, an optimiser and a tensor (undefined: there is no
/// loss scale) of the same kind. Throws InputError if `bytes` are of another network.
void restore_training_state(const std::string& bytes, const ModuleState& network, const ModuleState& best,
                            torch::optim::Optimizer& optimiser, torch::Tensor loss_scale = {});

}  // namespace bora::models
