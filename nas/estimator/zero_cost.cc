#include "nas/estimator/zero_cost.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "models/networks/network_modules.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::nas {
namespace {

using Tensors = std::vector<torch::Tensor>;

// Returns the weights of convolutions and linear layers, which are the parameters of two or more dimensions.
Tensors weights_of(ScriptedModule& module) {
  Tensors weights;
  for (auto& parameter : module.parameters())
    if (parameter.dim() >= 2) weights.push_back(parameter);
  return weights;
}

// Returns how.images randomly drawn images, n x C x H x W in [0, 1], and their labels, n.
std::pair<torch::Tensor, torch::Tensor> some_images(const ImageDataset& data, const ZeroCostOptions& how) {
  const int count = std::min(how.images, data.size());
  const auto order = Rng(how.seed).permutation(data.size());
  const ImageShape& shape = data.shape;
  auto images = torch::empty({count, shape.channels, shape.height, shape.width});
  auto labels = torch::empty({count}, torch::kInt64);
  for (int i = 0; i < count; ++i) {
    const int index = order[static_cast<std::size_t>(i)];
    const auto pixels = data.image(index);
    float* row = images.data_ptr<float>() + static_cast<std::ptrdiff_t>(i) * shape.size();
    for (std::size_t p = 0; p < pixels.size(); ++p) row[p] = static_cast<float>(pixels[p]) / 255;
    labels.data_ptr<std::int64_t>()[i] = data.labels[static_cast<std::size_t>(index)];
  }
  return {images, labels};
}

double synflow(NetworkOptions options, const torch::Device& device) {
  options.mean.clear();  // without normalisation, the first layer gets the ones
  options.deviation.clear();
  const auto module = make_module(options);
  module->to(device, torch::kFloat64);
  module->eval();
  {
    const torch::NoGradGuard untracked;
    for (auto& parameter : module->parameters()) parameter.abs_();
  }
  const Tensors weights = weights_of(*module);
  const ImageShape& shape = options.input;
  const auto ones = torch::ones({1, shape.channels, shape.height, shape.width},
                                torch::TensorOptions().dtype(torch::kFloat64).device(device));
  const auto gradients =
      torch::autograd::grad({module->unmixed(ones).sum()}, weights, {}, false, false, true);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (gradients[i].defined()) sum += (weights[i] * gradients[i]).sum().item<double>();
  return sum > 0 ? std::log(sum) : kNoScore;
}

double jaccov(ScriptedModule& module, const torch::Tensor& images) {
  const auto inputs = images.clone().set_requires_grad(true);
  const auto gradient = torch::autograd::grad({module.unmixed(inputs).sum()}, {inputs}).front();
  const auto rows = gradient.flatten(1).to(torch::kCPU, torch::kFloat64);
  const auto centred = (rows - rows.mean(1, true)).contiguous();
  const auto norms = centred.norm(2, 1, true).clamp_min(1e-300);
  const auto unit = (centred / norms).contiguous();
  constexpr double kSmall = 1e-5;
  const auto v = torch::linalg_eigvalsh(unit.matmul(unit.t())).clamp_min(0) + kSmall;
  return -(v.log() + 1 / v).sum().item<double>();
}

}  // namespace

const std::vector<std::string>& zero_cost_names() {
  static const std::vector<std::string> names{"params", "l2_norm", "grad_norm", "snip",
                                              "plain",  "grasp",   "synflow",   "jaccov"};
  return names;
}

void ZeroCostOptions::check() const {
  if (images < 2) throw InputError("images: {} is below 2", images);
  parse_device(device);
}

std::vector<double> zero_cost_scores(const NetworkOptions& options, const ImageDataset& data,
                                     const ZeroCostOptions& how) {
  how.check();
  if (data.size() < 2)
    throw InputError("zero-cost scores: {}, expected at least 2", count_of(data.size(), "image"));
  const GradientScope reproducible;
  const torch::Device device = parse_device(how.device);
  const auto module = make_module(options);
  module->to(device);
  module->train();
  auto [images, labels] = some_images(data, how);
  images = images.to(device);
  labels = labels.to(device);

  const Tensors weights = weights_of(*module);
  double params = 0, l2_norm = 0, grad_norm = 0, snip = 0, plain = 0, grasp = 0;
  for (const auto& parameter : module->parameters()) params += static_cast<double>(parameter.numel());
  const auto loss = torch::nn::functional::cross_entropy(module->forward(images), labels);
  const auto gradients = torch::autograd::grad({loss}, weights, {}, true, true, true);
  torch::Tensor square = torch::zeros({}, loss.options());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    l2_norm += weights[i].norm().item<double>();
    if (!gradients[i].defined()) continue;
    grad_norm += gradients[i].norm().item<double>();
    const auto product = (weights[i] * gradients[i]).detach();
    snip += product.abs().sum().item<double>();
    plain += product.sum().item<double>();
    // The gradient of <g, stopped g> is H g.
    square = square + (gradients[i] * gradients[i].detach()).sum();
  }
  const auto curved = torch::autograd::grad({square}, weights, {}, false, false, true);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (curved[i].defined()) grasp -= (weights[i] * curved[i]).sum().item<double>();

  std::vector<double> scores{
      params, l2_norm, grad_norm, snip, plain, grasp, synflow(options, device), jaccov(*module, images)};
  for (double& score : scores)
    if (!std::isfinite(score)) score = kNoScore;
  return scores;
}

}  // namespace bora::nas
