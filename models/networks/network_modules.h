// Modules of a Network. Includes LibTorch: for sources only.
#pragma once

#include <torch/torch.h>

#include "models/networks/network.h"

namespace bora::models {

/// Module that can also be written as TorchScript.
class ScriptedModule : public torch::nn::Module {
 public:
  virtual torch::Tensor forward(const torch::Tensor& x) = 0;
  /// Returns what forward() returns, except that several classifiers, whose probabilities forward() mixes,
  /// give the sum of their logits.
  virtual torch::Tensor unmixed(const torch::Tensor& x) { return forward(x); }

  /// Returns statements, one a line and indented, that replace the variable `x` by what forward(x) returns in
  /// evaluation mode; this module's weights are found under `self`, e.g. "self.stage1".
  virtual std::string script(const std::string& self) const = 0;
};

/// Maker of the body of networks whose architecture is none of architectures(). Every call makes the same.
class BodyMaker {
 public:
  virtual ~BodyMaker() = default;
  /// Makes a module from normalised images of this shape to logits, n x classes. forward() uses all weights.
  virtual std::shared_ptr<ScriptedModule> make(const ImageShape& input, int classes) const = 0;
};

/// Makes a network as Network describes it: from images (n x C x H x W, in [0, 1]) to logits (n x classes).
/// All weights and statistics are parameters and buffers of modules with a name each, none of them in a list.
std::shared_ptr<ScriptedModule> make_module(const NetworkOptions& options);

struct Network::Implementation {
  NetworkOptions options;
  VictimSpec spec;
  ThreadPool* pool = nullptr;
  std::shared_ptr<ScriptedModule> module;  ///< module that runs on the CPU, in evaluation mode
};

}  // namespace bora::models
