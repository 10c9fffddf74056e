// Reproducible execution of LibTorch: outputs depend only on the input. Includes LibTorch: for sources only.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>

#include "common/error.h"
#include "common/thread_pool.h"
#include "models/victims/input_format.h"
#include "models/victims/torch/one_line.h"
#include "models/victims/victim.h"

namespace bora::models {

/// Parses a device that is "cpu", "cuda" or "cuda:N". Throws InputError if it is unknown or absent.
torch::Device parse_device(const std::string& text);

/// Scope that makes the current thread's LibTorch calls reproducible: one thread inside an operator (the pool
/// splits the batch instead), no autograd, and no optimisation of TorchScript graphs. Optimisation begins
/// after a few profiled calls and changes the last bits of later scores.
class InferenceScope {
 public:
  InferenceScope();

 private:
  torch::NoGradGuard no_grad_;
  torch::jit::GraphOptimizerEnabledGuard unoptimised_;
};

/// Scope that does the same, except that autograd records the calls.
class GradientScope {
 public:
  GradientScope();

 private:
  torch::AutoGradMode record_;
  torch::jit::GraphOptimizerEnabledGuard unoptimised_;
};

/// Returns rows [begin, begin + count) of `images` (n x shape.size(), CHW, values in [0, 1]) in the model's
/// format, as a new tensor: count x C x H x W or count x H x W x C.
torch::Tensor to_tensor(const Batch& images, Eigen::Index begin, Eigen::Index count,
                        const InputFormat& format);

/// Forward pass from a batch of images to a tensor. It is called from several threads at once.
using Forward = std::function<torch::Tensor(const torch::Tensor&)>;

/// Splits `images` into chunks of `chunk` images (on CUDA: of 1024, in sequence), runs `forward` on them on
/// `pool` (null: in this thread) and stacks the outputs. Throws VictimError with a one-line message if a pass
/// fails, or if its output is not count x classes with the same number of classes for all chunks.
Batch forward_in_chunks(const Batch& images, const InputFormat& format, const torch::Device& device,
                        int chunk, ThreadPool* pool, const Forward& forward);

/// Returns the gradients w.r.t. `images` of the outputs of `forward`, weighted by `cotangents` (n x classes),
/// as Victim::pullback does. Each image is a pass of its own, on `pool` (null: in this thread). Throws
/// VictimError with a one-line message if a pass fails, if the output does not depend on the image by
/// operations that autograd records, or if a gradient is not finite.
Batch pull_back(const Batch& images, const Batch& cotangents, const InputFormat& format,
                const torch::Device& device, ThreadPool* pool, const Forward& forward);

/// Calls `pass` and returns its result. Converts exceptions other than VictimError and InputError, such as
/// those of LibTorch, to a VictimError of one line.
template <typename Pass>
auto guarded(const Pass& pass) {
  try {
    return pass();
  } catch (const VictimError&) {
    throw;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw VictimError(one_line(error));
  }
}

/// Returns the shape of a tensor for messages: "4x10".
std::string shape_of(const torch::Tensor& tensor);

/// Loads a TorchScript module in evaluation mode, with weights that record no gradients. Throws InputError if
/// LibTorch cannot load it or if it has no method forward.
torch::jit::Module load_module(const std::string& path, const torch::Device& device);

/// Returns the tensor that a model outputs: the first of a tuple or list, or the one with the key `name` in a
/// dictionary. `name` may be empty if the dictionary has one entry. Throws VictimError if the output holds no
/// tensor, and OutputError if a dictionary does not have the key.
torch::Tensor first_tensor(const torch::IValue& output, const std::string& name = "");

/// Returns the tensor called `name` in a model's output: the entry of a dictionary with this key, the element
/// of a tuple or list at this position ("1" is the second), or the entry of a dictionary that is the first
/// element of a tuple. Throws OutputError if there is none.
torch::Tensor named_tensor(const torch::IValue& output, const std::string& name);

/// Removes axes of size 1 after the batch if at most one other axis is left there: n x classes x 1 x 1, the
/// output of a fully convolutional network, becomes n x classes. Returns any other tensor unchanged.
torch::Tensor without_unit_sides(const torch::Tensor& scores);

/// Returns the weights of the convolutions and linear layers of a frozen module, which are constants in its
/// code, in its order.
std::vector<torch::Tensor> frozen_weights(const torch::jit::Module& module);

/// Returns the type of a module's first floating-point weight, which may be frozen; single precision if it
/// has none.
torch::ScalarType precision_of(const torch::jit::Module& module);

/// Makes the current thread's LibTorch calls use one thread inside an operator, and deterministic kernels.
void use_one_thread();

}  // namespace bora::models
