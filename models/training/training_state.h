// Serialisation of the state of a training. Includes LibTorch: for sources only.
#pragma once

#include <string>

#include <torch/torch.h>

#include "models/training/replicas.h"

namespace bora::models {

/// Returns the states of the network after the last complete epoch, of the best network so far and of the
/// optimiser as bytes. loss_scale: LossScale::state(); undefined: there is no loss scale.
std::string training_state(const ModuleState& network, const ModuleState& best,
                           const torch::optim::Optimizer& optimiser, const torch::Tensor& loss_scale = {});

/// Copies the states in `bytes`, which training_state() returned, to modules, an optimiser and a loss scale
/// (undefined: there is none) of the same kind. Throws InputError if `bytes` belong to another network.
void restore_training_state(const std::string& bytes, const ModuleState& network, const ModuleState& best,
                            torch::optim::Optimizer& optimiser, torch::Tensor loss_scale = {});

}  // namespace bora::models
