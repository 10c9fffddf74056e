// Copies of a network that work on slices of a batch at once. Includes LibTorch: for sources only.
#pragma once

#include <vector>

#include <torch/script.h>
#include <torch/torch.h>

#include "common/layers.h"

namespace bora::models {

/// Learned state of a module: weights and statistics of batch normalisation. Its tensors share memory with
/// the module.
struct ModuleState {
  std::vector<torch::Tensor> parameters;
  std::vector<torch::Tensor> buffers;
};

/// Returns the state that a module of our own or of TorchScript has.
ModuleState state_of(const torch::nn::Module& module);
ModuleState state_of(const torch::jit::Module& module);

/// Copies the values of one module's state into those of another of the same architecture.
void copy_state(const ModuleState& from, const ModuleState& to);

/// The states of several modules of the same architecture, which get the weights of the first in common; the
/// statistics of batch normalisation are each one's own until they are averaged.
class Replicas {
 public:
  explicit Replicas(std::vector<ModuleState> states);

  const std::vector<torch::Tensor>& parameters(int i = 0) const { return states_[i].parameters; }
  /// Sums `gradients` (one list of them a slice) in order into the gradients of the common weights.
  void set_gradients(const std::vector<std::vector<torch::Tensor>>& gradients);
  /// Copies everything from `from` to each of them.
  void start_from(const ModuleState& from);
  /// Averages the statistics and copies everything to `to`.
  void finish_epoch(const ModuleState& to);

 private:
  std::vector<ModuleState> states_;
};

}  // namespace bora::models
