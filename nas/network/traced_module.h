// Modules that state once what they compute and write as TorchScript. Includes LibTorch: for sources only.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/layers.h"
#include "models/networks/network_modules.h"

namespace bora::nas {

/// Tensor, or the TorchScript expression that computes it. The functions below compute a tensor from tensors,
/// and an expression from expressions.
struct TracedTensor {
  TracedTensor() = default;
  TracedTensor(torch::Tensor of) : tensor(std::move(of)) {}  // NOLINT(google-explicit-constructor)
  explicit TracedTensor(std::string of) : text(std::move(of)) {}

  bool defined() const { return tensor.defined() || scripted(); }
  bool scripted() const { return !text.empty(); }

  torch::Tensor tensor;
  std::string text;  ///< expression; empty: this is a tensor
};
using TracedTensors = std::vector<TracedTensor>;

/// Module of a computation and, while a script is written, its statements.
class Trace {
 public:
  /// Makes a trace that computes tensors.
  Trace() = default;
  /// Makes a trace that writes a script. self: as for ScriptedModule::script(); statements: receives the
  /// statements.
  Trace(std::string self, std::string& statements) : self_(std::move(self)), statements_(&statements) {}

  bool scripted() const { return statements_ != nullptr; }
  /// Returns the trace of the submodule that is called `name`, or `name` and the number.
  Trace of(const std::string& name) const { return scripted() ? Trace(path(name), *statements_) : Trace(); }
  Trace of(const char* name, int number) const;
  /// Returns `value`; in a script, assigns it to a variable, which it returns. number: follows the name of
  /// the variable.
  TracedTensor let(const char* variable, const TracedTensor& value) const;
  TracedTensor let(const char* variable, int number, const TracedTensor& value) const;
  /// Returns the expression that names a member of the module.
  std::string path(const std::string& member) const { return self_ + "." + member; }

 private:
  std::string self_;
  std::string* statements_ = nullptr;
};

/// Module whose forward() and TorchScript are both derived from compute().
class TracedModule : public ScriptedModule {
 public:
  /// Returns the output, or while a script is written its expression. x: in a script a variable or an
  /// expression; modules that assign to variables need the variable x.
  virtual TracedTensor compute(const TracedTensor& x, const Trace& trace) const = 0;
  torch::Tensor forward(const torch::Tensor& x) override { return compute(x, {}).tensor; }
  std::string script(const std::string& self) const final;
};

TracedTensor operator+(const TracedTensor& a, const TracedTensor& b);
/// Returns the sum of tensors, at least one, in their order.
TracedTensor sum(const TracedTensors& terms);
TracedTensor relu(const TracedTensor& x);
/// Concatenates tensors along dimension 1, channels or features; returns a single tensor unchanged.
TracedTensor cat(const TracedTensors& parts);
/// Returns the mean over the image, n x channels.
TracedTensor mean_over_image(const TracedTensor& x);
/// Return the largest value and the mean in windows; the border does not count. rounds_up: whether the number
/// of windows is rounded up.
TracedTensor max_pool(const TracedTensor& x, int side, int stride, int padding, bool rounds_up);
TracedTensor mean_pool(const TracedTensor& x, int side, int stride, int padding, bool rounds_up);
/// Applies an activation that Operation::name may state; "": none.
TracedTensor activated(const std::string& activation, const TracedTensor& x);

/// Apply layers, which are registered in the module of `trace` by their names.
TracedTensor convolved(const Trace& trace, const char* name, const torch::nn::Conv2d& conv,
                       const TracedTensor& x);
TracedTensor linear(const Trace& trace, const char* name, const torch::nn::Linear& layer,
                    const TracedTensor& x);
/// Normalises a batch by its statistics in training, else by the running statistics. The latter are also used
/// for a batch with a single value per channel, such as a small last batch, since it has no variance. Norm:
/// torch::nn::BatchNorm1d or BatchNorm2d.
template <typename Norm>
TracedTensor normalised(const Trace& trace, const char* name, const Norm& norm, const TracedTensor& x);

/// Submodules, each of which processes the output of the one before it.
template <typename Module>
class Sequence {
 public:
  void add(std::string name, std::shared_ptr<Module> module) {
    parts_.emplace_back(std::move(name), std::move(module));
  }
  /// Returns the output of the last part; in a script it is the variable x.
  TracedTensor compute(TracedTensor x, const Trace& trace) const {
    for (const auto& [name, part] : parts_) x = trace.let("x", part->compute(x, trace.of(name)));
    return x;
  }

 private:
  std::vector<std::pair<std::string, std::shared_ptr<Module>>> parts_;
};

}  // namespace bora::nas
