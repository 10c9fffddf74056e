// Copies of a network that process slices of a batch in parallel. Includes LibTorch: for sources only.
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

/// Return the weights and statistics of a module.
ModuleState state_of(const torch::nn::Module& module);
ModuleState state_of(const torch::jit::Module& module);

/// Copies the values of one module's state into those of another of the same architecture.
void copy_state(const ModuleState& from, const ModuleState& to);

/// States of several modules of the same architecture. All share the weights of the first. Each has its own
/// statistics of batch normalisation, until finish_epoch() averages them.
class Replicas {
 public:
  /// Makes the modules share the weights of the first. states: at least one.
  explicit Replicas(std::vector<ModuleState> states);

  const std::vector<torch::Tensor>& parameters(int i = 0) const { return states_[i].parameters; }
  /// Sets the gradients of the shared weights to the sum of `gradients`, one list for each slice, in order.
  void set_gradients(const std::vector<std::vector<torch::Tensor>>& gradients);
  /// Copies weights and statistics from `from` to all replicas.
  void start_from(const ModuleState& from);
  /// Averages the statistics over the replicas, and copies weights and statistics to `to`.
  void finish_epoch(const ModuleState& to);

 private:
  std::vector<ModuleState> states_;
};

}  // namespace bora::models
