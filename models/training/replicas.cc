#include "models/training/replicas.h"

#include <utility>

namespace bora::models {

ModuleState state_of(const torch::nn::Module& module) {
  return {module.parameters(), module.buffers()};
}

ModuleState state_of(const torch::jit::Module& module) {
  ModuleState state;
  for (const auto& parameter : module.parameters()) state.parameters.push_back(parameter);
  for (const auto& buffer : module.buffers()) state.buffers.push_back(buffer);
  return state;
}

void copy_state(const ModuleState& from, const ModuleState& to) {
  const torch::NoGradGuard no_grad;
  const auto copy = [](const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) b[i].copy_(a[i]);
  };
  copy(from.parameters, to.parameters);
  copy(from.buffers, to.buffers);
}

Replicas::Replicas(std::vector<ModuleState> states) : states_(std::move(states)) {
  for (std::size_t i = 1; i < states_.size(); ++i)
    for (std::size_t p = 0; p < states_[i].parameters.size(); ++p)
      states_[i].parameters[p].set_data(states_[0].parameters[p].data());
}

void Replicas::set_gradients(const std::vector<std::vector<torch::Tensor>>& gradients) {
  for (std::size_t p = 0; p < parameters().size(); ++p) {
    auto sum = gradients[0][p];
    for (std::size_t i = 1; i < gradients.size(); ++i) sum += gradients[i][p];
    parameters()[p].mutable_grad() = sum;
  }
}

void Replicas::start_from(const ModuleState& from) {
  for (const auto& state : states_) copy_state(from, state);
}

void Replicas::finish_epoch(const ModuleState& to) {
  const torch::NoGradGuard no_grad;
  for (std::size_t b = 0; b < states_[0].buffers.size(); ++b) {
    if (!states_[0].buffers[b].is_floating_point()) continue;
    auto mean = states_[0].buffers[b].clone();
    for (std::size_t i = 1; i < states_.size(); ++i) mean += states_[i].buffers[b];
    mean /= static_cast<double>(states_.size());
    for (const auto& state : states_) state.buffers[b].copy_(mean);
  }
  copy_state(states_[0], to);
}

}  // namespace bora::models
