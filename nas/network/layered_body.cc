#include "nas/network/layered_body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;
using Kind = Operation::Kind;

class Residual final : public TracedModule {
 public:
  Residual(int in, int out, int kernel, int stride)
      : first_(register_module("first", std::make_shared<RectifiedLayer>(in, out, kernel, stride))),
        conv_(register_module("conv", convolution(out, out, kernel, 1, false))),
        norm_(register_module("norm", nn::BatchNorm2d(out))) {
    if (in != out || stride != 1) {
      shortcut_ = register_module("shortcut", convolution(in, out, 1, stride, false));
      shortcut_norm_ = register_module("shortcut_norm", nn::BatchNorm2d(out));
    }
  }
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    const TracedTensor beside = shortcut_.is_empty() ? x
                                                     : normalised(trace, "shortcut_norm", shortcut_norm_,
                                                                  convolved(trace, "shortcut", shortcut_, x));
    const TracedTensor first = first_->compute(x, trace.of("first"));
    return relu(normalised(trace, "norm", norm_, convolved(trace, "conv", conv_, first)) + beside);
  }

 private:
  std::shared_ptr<RectifiedLayer> first_;
  nn::Conv2d conv_, shortcut_{nullptr};
  nn::BatchNorm2d norm_, shortcut_norm_{nullptr};
};

// Pooling of 2x2 pixels. Odd sides are rounded up, as in convolutions of stride 2.
class Pooling final : public TracedModule {
 public:
  explicit Pooling(bool largest) : largest_(largest) {}
  TracedTensor compute(const TracedTensor& x, const Trace& /*trace*/) const override {
    return largest_ ? max_pool(x, 2, 2, 0, true) : mean_pool(x, 2, 2, 0, true);
  }

 private:
  bool largest_;
};

// Fully connected layer with an optional batch normalisation, then an activation ("": none).
class Dense final : public TracedModule {
 public:
  // A layer without activation is registered as "output", which gives it smaller initial weights.
  Dense(int in, int out, std::string activation, bool norm)
      : name_(activation.empty() ? "output" : "linear"),
        linear_(register_module(name_, nn::Linear(in, out))),
        activation_(std::move(activation)) {
    if (norm) norm_ = register_module("norm", nn::BatchNorm1d(out));
  }
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    const TracedTensor y = linear(trace, name_.c_str(), linear_, x);
    return activated(activation_, norm_.is_empty() ? y : normalised(trace, "norm", norm_, y));
  }

 private:
  std::string name_;
  nn::Linear linear_;
  nn::BatchNorm1d norm_{nullptr};
  std::string activation_;
};

class LayeredBody final : public TracedModule {
 public:
  LayeredBody(const LayeredNetwork& network, const LayeredGrammar& grammar, const ImageShape& input,
              int classes)
      : around_(network.graph), images_(grammar.images), last_(network.nodes() - 1) {
    const std::vector<int> level = *halvings(network, grammar);
    std::vector<int> out(static_cast<std::size_t>(last_ + 1));
    out.front() = images_ ? input.channels : input.size();
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      const Operation& operation = grammar.operation(network, v);
      int in = 0;
      for (const int u : around_.before[i]) in += out[static_cast<std::size_t>(u)];
      out[i] = has_units(operation.kind) ? network.units[i] : in;
      const bool from_image = level[static_cast<std::size_t>(around_.before[i].front())] >= 0;
      layers_.push_back(register_module(fmt::format("layer{}", v), layer(operation, in, out[i], classes)));
      averages_.push_back(from_image && !is_spatial(operation.kind));
    }
  }

  TracedTensor compute(const TracedTensor& input, const Trace& trace) const override {
    TracedTensors decisions = decisions_for(input, trace);
    if (decisions.size() == 1) return decisions.front();
    const double log_count = std::log(static_cast<double>(decisions.size()));
    if (trace.scripted()) {
      std::vector<std::string> texts;
      for (const TracedTensor& decision : decisions)
        texts.push_back(fmt::format("torch.log_softmax({}, 1)", decision.text));
      return TracedTensor(
          fmt::format("torch.logsumexp(torch.stack([{}]), [0]) - {}", fmt::join(texts, ", "), log_count));
    }
    std::vector<torch::Tensor> logarithms;
    for (const TracedTensor& decision : decisions)
      logarithms.push_back(torch::log_softmax(decision.tensor, 1));
    return torch::logsumexp(torch::stack(logarithms), 0) - log_count;
  }
  torch::Tensor unmixed(const torch::Tensor& input) override {
    std::vector<torch::Tensor> logits;
    for (const TracedTensor& decision : decisions_for(input, {})) logits.push_back(decision.tensor);
    return torch::stack(logits).sum(0);
  }

 private:
  // Returns the logits of each decision.
  TracedTensors decisions_for(const TracedTensor& input, const Trace& trace) const {
    TracedTensors at{trace.let("p", 0, images_ ? input : flattened(input))}, decisions;
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      TracedTensors before;
      for (const int u : around_.before[i]) before.push_back(at[static_cast<std::size_t>(u)]);
      TracedTensor x = cat(before);
      if (averages_[i - 1]) x = mean_over_image(x);
      // The input gets a variable, because the expressions of some layers use it twice.
      x = trace.let("i", v, x);
      at.push_back(trace.let("p", v, layers_[i - 1]->compute(x, trace.of("layer", v))));
      if (decides(v)) decisions.push_back(at[i]);
    }
    return decisions;
  }
  static TracedTensor flattened(const TracedTensor& x) {
    if (x.scripted()) return TracedTensor(fmt::format("torch.flatten({}, 1)", x.text));
    return x.tensor.flatten(1);
  }
  bool decides(int node) const { return around_.after[static_cast<std::size_t>(node)].front() == last_; }

  static std::shared_ptr<TracedModule> layer(const Operation& operation, int in, int out, int classes) {
    switch (operation.kind) {
      case Kind::convolution:
        return std::make_shared<RectifiedLayer>(in, out, operation.kernel, operation.stride);
      case Kind::residual:
        return std::make_shared<Residual>(in, out, operation.kernel, operation.stride);
      case Kind::pooling:
        return std::make_shared<Pooling>(operation.name == "max-pool");
      case Kind::dense:
        return std::make_shared<Dense>(in, out, "relu", true);
      case Kind::rectifier:
      case Kind::sigmoid:
        return std::make_shared<Dense>(in, out, operation.name, false);
      default:
        return std::make_shared<Dense>(in, classes, "", false);
    }
  }

  DagNeighbours around_;
  bool images_;
  int last_;
  std::vector<std::shared_ptr<TracedModule>> layers_;  // layers of nodes 1, 2, ...
  std::vector<bool> averages_;  // whether the input of a layer is averaged over the image first
};

}  // namespace

NetworkOptions layered_network(const LayeredSpace& space, const Architecture& architecture,
                               const ImageShape& input, int classes) {
  NetworkOptions network;
  network.architecture = space.name() + " " + architecture.text();
  network.body = body_from([layers = space.network(architecture), grammar = space.grammar()](
                               const ImageShape& of_input, int of_classes) {
    return std::make_shared<LayeredBody>(layers, grammar, of_input, of_classes);
  });
  network.input = input;
  network.smallest_side = 1;
  network.classes = classes;
  return network;
}

}  // namespace bora::nas
