// Reproducible execution of LibTorch: outputs depend on the input alone. Includes LibTorch: for sources only.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>

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

/// Makes LibTorch calls of the present thread reproducible while it lives: one thread inside an operator (the
/// pool splits the batch instead), no autograd, and no optimisation of TorchScript graphs, which would change
/// the last bits of the scores between the first calls, that are profiled, and later ones.
class InferenceScope {
 public:
  InferenceScope();

 private:
  torch::NoGradGuard no_grad_;
  torch::jit::GraphOptimizerEnabledGuard unoptimised_;
};

/// Scope that does the same for calls that autograd records.
class GradientScope {
 public:
  GradientScope();

 private:
  torch::AutoGradMode record_;
  torch::jit::GraphOptimizerEnabledGuard unoptimised_;
};

/// Returns rows [begin, begin + count) of `images` (n x shape.size(), values in [0, 1]) as a model takes
/// them: a new tensor, count x C x H x W or count x H x W x C.
torch::Tensor to_tensor(const Batch& images, Eigen::Index begin, Eigen::Index count,
                        const InputFormat& format);

/// Forward pass from a batch of images to a tensor. It is called from several threads at once.
using Forward = std::function<torch::Tensor(const torch::Tensor&)>;

/// Splits `images` into chunks of fixed size (on CUDA: larger ones, in sequence), runs them on `pool` (may be
/// null) and stacks the outputs. Throws VictimError, one line, if a pass fails or its output is not (count x
/// classes) with the same number of classes for all chunks.
Batch forward_in_chunks(const Batch& images, const InputFormat& format, const torch::Device& device,
                        int chunk, ThreadPool* pool, const Forward& forward);

/// Returns the gradients w.r.t. `images` of the outputs of a forward pass, weighted by `cotangents` (n x
/// classes), as Victim::pullback does; one image a pass, on `pool` (may be null). Throws VictimError, one
/// line, if a pass fails, autograd cannot follow its output to the image, or a gradient is not finite.
Batch pull_back(const Batch& images, const Batch& cotangents, const InputFormat& format,
                const torch::Device& device, ThreadPool* pool, const Forward& forward);

/// Runs a pass and returns what it returns. Other errors than VictimError and InputError, such as those of
/// LibTorch, become a VictimError of one line.
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

/// Returns the sides of a tensor, for messages: "4x10".
std::string shape_of(const torch::Tensor& tensor);

/// Loads a TorchScript module in evaluation mode, its weights without gradients. Throws InputError if
/// LibTorch cannot load it or it has no method forward.
torch::jit::Module load_module(const std::string& path, const torch::Device& device);

/// Returns the tensor that a model gives, the first if it gives several; of a dictionary the one called
/// `name`, which may be empty if it has one only. Throws VictimError if there is none, and OutputError where
/// a dictionary has none of this name.
torch::Tensor first_tensor(const torch::IValue& output, const std::string& name = "");

/// Returns the tensor called `name` of a model that gives several: by its key in a dictionary, by its
/// position in a tuple or list ("1" is the second), or by its key in a dictionary that is the first of a
/// tuple. Throws OutputError if there is none.
torch::Tensor named_tensor(const torch::IValue& output, const std::string& name);

/// Returns n x classes of a tensor that has besides these sides of length 1 alone, as a fully convolutional
/// network gives it (n x classes x 1 x 1); any other tensor as it is.
torch::Tensor without_unit_sides(const torch::Tensor& scores);

/// Returns the precision that a module computes in: the type of its first weight, or single precision if it
/// has none.
torch::ScalarType precision_of(const torch::jit::Module& module);

/// Makes the present thread's calls of LibTorch use one thread inside an operator, and deterministic kernels.
void use_one_thread();

}  // namespace bora::models
