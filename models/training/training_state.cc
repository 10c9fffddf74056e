#include "models/training/training_state.h"

#include <sstream>
#include <utility>
#include <vector>

#include "common/error.h"

namespace bora::models {
namespace {

// Returns all tensors of a state, parameters first, with their names in the archive.
std::vector<std::pair<std::string, torch::Tensor>> named(const ModuleState& state,
                                                         const std::string& prefix) {
  std::vector<std::pair<std::string, torch::Tensor>> all;
  for (const auto* tensors : {&state.parameters, &state.buffers})
    for (const auto& tensor : *tensors) all.emplace_back(prefix + std::to_string(all.size()), tensor);
  return all;
}

void write(torch::serialize::OutputArchive& archive, const ModuleState& state, const std::string& prefix) {
  for (const auto& [name, tensor] : named(state, prefix)) archive.write(name, tensor.detach().cpu());
}

void read(torch::serialize::InputArchive& archive, const ModuleState& state, const std::string& prefix) {
  for (auto& [name, tensor] : named(state, prefix)) {
    torch::Tensor stored;
    archive.read(name, stored);
    if (stored.sizes() != tensor.sizes())
      throw InputError("a checkpoint of another network: {} differs", name);
    tensor.copy_(stored);
  }
}

}  // namespace

std::string training_state(const ModuleState& network, const ModuleState& best,
                           const torch::optim::Optimizer& optimiser, const torch::Tensor& loss_scale) {
  torch::serialize::OutputArchive archive, memory;
  write(archive, network, "network");
  write(archive, best, "best");
  optimiser.save(memory);
  archive.write("optimiser", memory);
  if (loss_scale.defined()) archive.write("loss_scale", loss_scale);
  std::ostringstream out;
  archive.save_to(out);
  return out.str();
}

void restore_training_state(const std::string& bytes, const ModuleState& network, const ModuleState& best,
                            torch::optim::Optimizer& optimiser, torch::Tensor loss_scale) {
  const torch::NoGradGuard no_grad;
  try {
    std::istringstream in(bytes);
    torch::serialize::InputArchive archive, memory;
    archive.load_from(in);
    read(archive, network, "network");
    read(archive, best, "best");
    archive.read("optimiser", memory);
    optimiser.load(memory);
    if (loss_scale.defined()) {
      torch::Tensor stored;
      archive.read("loss_scale", stored);
      loss_scale.copy_(stored);
    }
  } catch (const c10::Error&) {
    throw InputError("a checkpoint of another network or another version of LibTorch");
  }
}

}  // namespace bora::models
