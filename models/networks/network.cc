#include "models/networks/network.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"
#include "models/networks/network_modules.h"
#include "models/victims/engine_victim.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {

const std::vector<std::string>& architectures() {
  static const std::vector<std::string> names = {"lenet", "resnet8", "resnet14", "resnet20", "vgg7"};
  return names;
}

void NetworkOptions::check() const {
  const auto& known = architectures();
  if (!body && std::find(known.begin(), known.end(), architecture) == known.end())
    throw InputError("architecture '{}' is not one of {}{}", architecture, join(known),
                     suggestion(architecture, known));
  if (input.channels < 1 || input.height < smallest_side || input.width < smallest_side)
    throw InputError("input shape is {}, expected at least 1x{}x{}", to_string(input), smallest_side,
                     smallest_side);
  if (classes < 2) throw InputError("number of classes is {}, expected at least 2", classes);
  for (const auto* values : {&mean, &deviation})
    if (!values->empty() && static_cast<int>(values->size()) != input.channels)
      throw InputError("normalisation is given for {} channels of {}", values->size(), input.channels);
  for (const float value : deviation)
    if (!(value > 0)) throw InputError("deviation is {}, expected a positive number", value);
}

void set_normalisation(NetworkOptions& options, const ImageDataset& dataset) {
  const auto& shape = dataset.shape;
  const std::size_t plane = static_cast<std::size_t>(shape.height) * shape.width;
  options.mean.assign(shape.channels, 0.0f);
  options.deviation.assign(shape.channels, 1.0f);
  for (int channel = 0; channel < shape.channels; ++channel) {
    // Sums of whole numbers are exact in any order.
    std::uint64_t sum = 0;
    std::uint64_t squares = 0;
    for (int i = 0; i < dataset.size(); ++i)
      for (const std::uint64_t value : dataset.image(i).subspan(channel * plane, plane)) {
        sum += value;
        squares += value * value;
      }
    const double count = static_cast<double>(plane) * dataset.size();
    const double mean = static_cast<double>(sum) / count;
    const double deviation = std::sqrt(std::max(0.0, static_cast<double>(squares) / count - mean * mean));
    options.mean[channel] = static_cast<float>(mean / 255);
    if (deviation > 0) options.deviation[channel] = static_cast<float>(deviation / 255);
  }
}

Network::Network(const NetworkOptions& options, ThreadPool* pool)
    : implementation_(std::make_unique<Implementation>()) {
  auto& self = *implementation_;
  self.options = options;
  self.pool = pool;
  self.module = make_module(options);
  self.spec = {.name = options.architecture,
               .input = options.input,
               .classes = options.classes,
               .kind = ScoreKind::logits};
}

Network::~Network() = default;
Network::Network(Network&&) noexcept = default;
Network& Network::operator=(Network&&) noexcept = default;

const NetworkOptions& Network::options() const {
  return implementation_->options;
}

std::int64_t Network::weights() const {
  std::int64_t total = 0;
  for (const auto& parameter : implementation_->module->parameters()) total += parameter.numel();
  return total;
}

const VictimSpec& Network::spec() const {
  return implementation_->spec;
}

Scores Network::scores(const Batch& images) {
  auto& self = *implementation_;
  check_batch(images, self.spec);
  constexpr int kChunk = 16;
  Scores scores{forward_in_chunks(images, {.shape = self.spec.input}, torch::kCPU, kChunk, self.pool,
                                  [&](const torch::Tensor& x) { return self.module->forward(x); }),
                ScoreKind::logits};
  check_scores(scores, self.spec);
  return scores;
}

Batch Network::pullback(const Batch& images, const Batch& cotangents) {
  auto& self = *implementation_;
  check_batch(images, self.spec);
  return pull_back(images, cotangents, {.shape = self.spec.input}, torch::kCPU, self.pool,
                   [&](const torch::Tensor& x) { return self.module->forward(x); });
}

}  // namespace bora::models
