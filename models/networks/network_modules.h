// Modules of a Network. Includes LibTorch: for sources only.
#pragma once

#include <torch/torch.h>

#include "models/networks/network.h"

namespace bora::models {

/// Output of a pass in training.
struct TrainingPass {
  torch::Tensor logits;  ///< n x classes
  torch::Tensor inner;   ///< input of the auxiliary classifier; undefined if the network has none
};

/// Module that maps a tensor to a tensor.
class ForwardModule : public torch::nn::Module {
 public:
  virtual torch::Tensor forward(const torch::Tensor& x) = 0;
};

/// Module that can be written as TorchScript.
class ScriptedModule : public ForwardModule {
 public:
  /// Returns forward(x), except for modules that mix the probabilities of several classifiers: these return
  /// the sum of the classifiers' logits.
  virtual torch::Tensor unmixed(const torch::Tensor& x) { return forward(x); }

  /// Returns the number of paths that training may drop; identities among them are never dropped.
  virtual int paths() const { return 0; }
  /// Returns the logits of forward(x), with the output of each path multiplied by its factor, and the input
  /// of the auxiliary classifier. factors: n x paths(); undefined: all are 1.
  virtual TrainingPass training_pass(const torch::Tensor& x, const torch::Tensor& factors);

  /// Returns TorchScript statements, indented and one per line, that set the variable `x` to forward(x) in
  /// evaluation mode. self: expression of this module in the script, e.g. "self.stage1".
  virtual std::string script(const std::string& self) const = 0;
};

/// Maker of the body of networks whose architecture is not one of architectures(). Every call makes the same.
class BodyMaker {
 public:
  virtual ~BodyMaker() = default;
  /// Makes a module that maps normalised images of this shape to logits, n x classes. Its forward() uses all
  /// weights.
  virtual std::shared_ptr<ScriptedModule> make(const ImageShape& input, int classes) const = 0;
  /// Makes the auxiliary classifier, which maps TrainingPass::inner to logits, n x classes, and uses all of
  /// its weights. Returns null if the networks have none. Throws SettingError if the images are too small.
  virtual std::shared_ptr<ForwardModule> make_auxiliary(const ImageShape& input, int classes) const;
};

/// Makes the module of a Network, which maps images (n x C x H x W, in [0, 1]) to logits (n x classes), in
/// evaluation mode. All weights and statistics belong to named submodules, not to lists.
std::shared_ptr<ScriptedModule> make_module(const NetworkOptions& options);

/// Makes the auxiliary classifier of a Network, in evaluation mode, with weights drawn from the seed. Throws
/// SettingError if the networks have none or the images are too small.
std::shared_ptr<ForwardModule> make_auxiliary(const NetworkOptions& options);

struct Network::Implementation {
  NetworkOptions options;
  VictimSpec spec;
  ThreadPool* pool = nullptr;
  std::shared_ptr<ScriptedModule> module;  ///< module that runs on the CPU, in evaluation mode
};

}  // namespace bora::models
