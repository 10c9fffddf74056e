#include "models/victims/torch/torch_runtime.h"

#include <algorithm>
#include <mutex>

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/runtime/graph_iterator.h>
#include <torch/cuda.h>

#include "common/setting_error.h"
#include "common/text.h"
#include "models/victims/engine.h"

namespace bora::models {
namespace {

// Images per pass on a GPU: enough to occupy it, few enough for its memory if they have the size of
// ImageNet's.
constexpr int kCudaChunk = 1024;

void make_deterministic() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto& context = at::globalContext();
    context.setDeterministicCuDNN(true);
    context.setBenchmarkCuDNN(false);
    context.setAllowTF32CuDNN(false);
    context.setAllowTF32CuBLAS(false);
    torch::jit::getExecutorMode() = false;
    torch::jit::getProfilingMode() = false;
    try {
      at::set_num_interop_threads(1);
    } catch (const std::exception&) {
      // The process has started these threads already. Only torch.jit.fork in a model would use them.
    }
  });
}

// Returns rows [begin, begin + count) of `images` as a tensor, count x C x H x W, values in [0, 1].
torch::Tensor copied(const Batch& images, Eigen::Index begin, Eigen::Index count, const ImageShape& shape) {
  auto tensor = torch::empty({count, shape.channels, shape.height, shape.width}, torch::kFloat32);
  std::copy_n(images.data() + begin * images.cols(), count * images.cols(), tensor.data_ptr<float>());
  return tensor;
}

torch::Tensor formatted(torch::Tensor tensor, const InputFormat& format) {
  if (format.range != ValueRange{})
    tensor = tensor.mul(format.range.high - format.range.low).add(format.range.low);
  const auto by_channel = [](const std::vector<float>& values) {
    return torch::tensor(values).view({1, -1, 1, 1});
  };
  if (!format.mean.empty()) tensor = tensor - by_channel(format.mean);
  if (!format.deviation.empty()) tensor = tensor / by_channel(format.deviation);
  if (format.layout == Layout::nhwc) tensor = tensor.permute({0, 2, 3, 1}).contiguous();
  return tensor;
}

}  // namespace

torch::Device parse_device(const std::string& text) {
  if (text == "cpu") return torch::Device(torch::kCPU);
  const bool cuda =
      text == "cuda" || (text.size() > 5 && text.rfind("cuda:", 0) == 0 &&
                         text.find_first_not_of("0123456789", 5) == std::string::npos && text.size() <= 7);
  if (!cuda) throw SettingError("device", "'{}' is not one of cpu, cuda, cuda:N", printable(text));
  const int index = text == "cuda" ? 0 : std::stoi(text.substr(5));
  const int count = torch::cuda::is_available() ? static_cast<int>(torch::cuda::device_count()) : 0;
  if (count == 0) throw SettingError("device " + text, "LibTorch finds no CUDA device on this machine");
  if (index >= count)
    throw SettingError("device " + text, "this machine has {} CUDA devices, expected cuda:0 to cuda:{}",
                       count, count - 1);
  return torch::Device(torch::kCUDA, static_cast<c10::DeviceIndex>(index));
}

void use_one_thread() {
  make_deterministic();
  // OpenMP keeps the number of threads per calling thread, so each thread of the pool has to set its own.
  thread_local const bool single = (at::set_num_threads(1), true);
  static_cast<void>(single);
}

InferenceScope::InferenceScope() : unoptimised_(false) {
  use_one_thread();
}

GradientScope::GradientScope() : record_(true), unoptimised_(false) {
  use_one_thread();
}

torch::Tensor to_tensor(const Batch& images, Eigen::Index begin, Eigen::Index count,
                        const InputFormat& format) {
  return formatted(copied(images, begin, count, format.shape), format);
}

Batch forward_in_chunks(const Batch& images, const InputFormat& format, const torch::Device& device,
                        int chunk, ThreadPool* pool, const Forward& forward) {
  const Eigen::Index n = images.rows();
  const Eigen::Index step = device.is_cuda() ? kCudaChunk : chunk;
  const int chunks = static_cast<int>((n + step - 1) / step);
  std::vector<torch::Tensor> outputs(chunks);
  const auto run = [&](int i) {
    const InferenceScope scope;
    const Eigen::Index begin = i * step;
    const Eigen::Index count = std::min(step, n - begin);
    outputs[i] = guarded([&] {
      return forward(to_tensor(images, begin, count, format).to(device))
          .to(torch::kCPU, torch::kFloat32)
          .contiguous();
    });
    if (outputs[i].dim() != 2 || outputs[i].size(0) != count || outputs[i].size(1) < 1)
      throw VictimError(fmt::format("the output for {} is {}, expected {} x classes",
                                    count_of(count, "image"), shape_of(outputs[i]), count));
  };
  run_each(device.is_cuda() ? nullptr : pool, chunks, run);

  Batch scores(n, outputs[0].size(1));
  for (int i = 0; i < chunks; ++i) {
    if (outputs[i].size(1) != scores.cols())
      throw VictimError(fmt::format("the output has {} for some images and {} for others",
                                    count_of(scores.cols(), "column"), outputs[i].size(1)));
    std::copy_n(outputs[i].data_ptr<float>(), outputs[i].numel(), scores.data() + i * step * scores.cols());
  }
  return scores;
}

Batch pull_back(const Batch& images, const Batch& cotangents, const InputFormat& format,
                const torch::Device& device, ThreadPool* pool, const Forward& forward) {
  const int n = static_cast<int>(images.rows());
  Batch gradients(n, images.cols());
  const auto run = [&](int i) {
    const GradientScope scope;
    guarded([&] {
      const torch::Tensor image = copied(images, i, 1, format.shape).requires_grad_(true);
      // Passes a copy, since a model may write into its input, which autograd forbids for a leaf variable.
      const auto output = forward(formatted(image.clone(), format).to(device));
      const auto weights = torch::from_blob(const_cast<float*>(cotangents.row(i).data()),
                                            {1, cotangents.cols()}, torch::kFloat32)
                               .to(output.options());
      if (output.sizes() != weights.sizes())
        throw VictimError(
            fmt::format("the output for an image is {}, expected 1x{}", shape_of(output), cotangents.cols()));
      const auto gradient = torch::autograd::grad({output}, {image}, {weights}, /*retain_graph=*/false,
                                                  /*create_graph=*/false, /*allow_unused=*/true)
                                .front();
      if (!gradient.defined()) throw VictimError("the output does not depend on the image");
      const auto values = gradient.to(torch::kCPU, torch::kFloat32).contiguous();
      std::copy_n(values.data_ptr<float>(), images.cols(), gradients.row(i).data());
    });
    if (!gradients.row(i).allFinite()) throw VictimError("gave a gradient that is not finite");
  };
  run_each(device.is_cuda() ? nullptr : pool, n, run);
  return gradients;
}

std::string shape_of(const torch::Tensor& tensor) {
  std::vector<std::string> sides;
  for (const auto side : tensor.sizes()) sides.push_back(std::to_string(side));
  return sides.empty() ? "a single number" : join(sides, "x");
}

torch::jit::Module load_module(const std::string& path, const torch::Device& device) {
  const InferenceScope scope;
  torch::jit::Module module;
  try {
    module = torch::jit::load(path, device);
    module.eval();
    for (const auto parameter : module.parameters()) parameter.set_requires_grad(false);
  } catch (const std::exception& error) {
    throw InputError("{}: LibTorch cannot load it: {}", path, one_line(error));
  }
  if (!module.find_method("forward")) throw InputError("{}: the module has no method forward", path);
  return module;
}

namespace {

// Returns `tensor`. Throws VictimError if it is complex, sparse or quantised.
torch::Tensor dense_reals(const torch::Tensor& tensor) {
  const auto refuse = [](const char* kind) {
    throw VictimError(fmt::format("the output is a {} tensor, expected a dense one of real numbers", kind));
  };
  if (tensor.is_complex()) refuse("complex");
  if (tensor.layout() != torch::kStrided) refuse("sparse");
  if (tensor.is_quantized()) refuse("quantised");
  return tensor;
}

}  // namespace

torch::Tensor first_tensor(const torch::IValue& output, const std::string& name) {
  if (output.isTensor()) return dense_reals(output.toTensor());
  if (output.isTuple() && !output.toTupleRef().elements().empty())
    return first_tensor(output.toTupleRef().elements()[0], name);
  if (output.isTensorList() && !output.toTensorList().empty())
    return dense_reals(output.toTensorList().get(0));
  if (output.isGenericDict()) {
    std::vector<std::string> names;
    const auto entries = output.toGenericDict();
    for (const auto& entry : entries)
      if (entry.key().isString()) names.push_back(entry.key().toStringRef());
    if (name.empty() && entries.size() == 1) return first_tensor(entries.begin()->value(), name);
    if (std::ranges::count(names, name) > 0) return first_tensor(entries.at(name));
    if (!name.empty())
      throw OutputError(fmt::format("the output is a dictionary of {}, none of them called '{}'", join(names),
                                    printable(name)));
    throw OutputError(fmt::format(
        "the output is a dictionary of {}; state which of them holds the scores (--output)", join(names)));
  }
  throw VictimError(fmt::format("the output is of type {}, expected a tensor", output.type()->str()));
}

torch::Tensor named_tensor(const torch::IValue& output, const std::string& name) {
  if (output.isGenericDict()) return first_tensor(output, name);
  if (output.isTuple()) {
    const auto& elements = output.toTupleRef().elements();
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (name == std::to_string(i)) return first_tensor(elements[i]);
    if (!elements.empty() && elements[0].isGenericDict()) return first_tensor(elements[0], name);
    throw OutputError(fmt::format("the output is a tuple of {}, none of them called '{}'; the second is 1",
                                  elements.size(), printable(name)));
  }
  if (output.isTensorList()) {
    const auto tensors = output.toTensorList();
    for (std::size_t i = 0; i < tensors.size(); ++i)
      if (name == std::to_string(i)) return dense_reals(tensors.get(i));
    throw OutputError(fmt::format("the output is a list of {}, none of them called '{}'; the second is 1",
                                  tensors.size(), printable(name)));
  }
  throw OutputError(fmt::format("the output is of type {}, without one called '{}'", output.type()->str(),
                                printable(name)));
}

torch::Tensor without_unit_sides(const torch::Tensor& scores) {
  if (scores.dim() < 3) return scores;
  const auto sides = scores.sizes().slice(1);
  return std::ranges::count_if(sides, [](std::int64_t side) { return side != 1; }) <= 1 ? scores.flatten(1)
                                                                                        : scores;
}

std::vector<torch::Tensor> frozen_weights(const torch::jit::Module& module) {
  constexpr std::size_t kWeights = 1;  // position among the arguments of each of the layers
  std::vector<torch::Tensor> all;
  const auto forward = module.find_method("forward");
  if (!forward) return all;
  auto graph = forward->graph();
  torch::jit::DepthFirstGraphNodeIterator nodes(graph);
  for (torch::jit::Node* node = nodes.next(); node != nullptr; node = nodes.next()) {
    const std::string operation = node->kind().toQualString();
    if (operation != "aten::conv2d" && operation != "aten::_convolution" && operation != "aten::linear")
      continue;
    const auto weights = torch::jit::toIValue(node->input(kWeights));
    if (weights && weights->isTensor()) all.push_back(weights->toTensor());
  }
  return all;
}

torch::ScalarType precision_of(const torch::jit::Module& module) {
  for (const auto& weights : module.parameters())
    if (weights.is_floating_point()) return weights.scalar_type();
  for (const auto& weights : frozen_weights(module))
    if (weights.is_floating_point()) return weights.scalar_type();
  return torch::kFloat32;
}

}  // namespace bora::models
