#include "nas/network/layered_body.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/networks/network_modules.h"
#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;
using Kind = Operation::Kind;

class Residual final : public ExpressionModule {
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
  torch::Tensor forward(const torch::Tensor& x) override {
    const torch::Tensor beside = shortcut_.is_empty() ? x : apply_norm(shortcut_norm_, shortcut_(x));
    return torch::relu(apply_norm(norm_, conv_(first_->forward(x))) + beside);
  }
  std::string expression(const std::string& self, const std::string& x) const override {
    const std::string beside =
        shortcut_.is_empty()
            ? x
            : script_normalised(self + ".shortcut", shortcut_, self + ".shortcut_norm", shortcut_norm_, x);
    const std::string inner = script_normalised(self + ".conv", conv_, self + ".norm", norm_,
                                                first_->expression(self + ".first", x));
    return fmt::format("torch.relu({} + {})", inner, beside);
  }

 private:
  std::shared_ptr<RectifiedLayer> first_;
  nn::Conv2d conv_, shortcut_{nullptr};
  nn::BatchNorm2d norm_, shortcut_norm_{nullptr};
};

// Pooling of 2x2 pixels. Odd sides are rounded up, as in convolutions of stride 2.
class Pooling final : public ExpressionModule {
 public:
  explicit Pooling(bool largest) : largest_(largest) {}
  torch::Tensor forward(const torch::Tensor& x) override {
    return largest_ ? torch::max_pool2d(x, {2, 2}, {2, 2}, {0, 0}, {1, 1}, true)
                    : torch::avg_pool2d(x, {2, 2}, {2, 2}, {0, 0}, true, false);
  }
  std::string expression(const std::string& /*self*/, const std::string& x) const override {
    return largest_ ? fmt::format("torch.max_pool2d({}, [2, 2], [2, 2], [0, 0], [1, 1], True)", x)
                    : fmt::format("torch.avg_pool2d({}, [2, 2], [2, 2], [0, 0], True, False)", x);
  }

 private:
  bool largest_;
};

// Fully connected layer with an optional batch normalisation, then an activation ("": none).
class Dense final : public ExpressionModule {
 public:
  // A layer without activation is registered as "output", which gives it smaller initial weights.
  Dense(int in, int out, std::string activation, bool norm)
      : name_(activation.empty() ? "output" : "linear"),
        linear_(register_module(name_, nn::Linear(in, out))),
        activation_(std::move(activation)) {
    if (norm) norm_ = register_module("norm", nn::BatchNorm1d(out));
  }
  torch::Tensor forward(const torch::Tensor& x) override {
    torch::Tensor y = linear_(x);
    if (!norm_.is_empty()) y = apply_norm(norm_, y);
    if (activation_ == "relu") return torch::relu(y);
    if (activation_ == "leaky-relu") return torch::leaky_relu(y, 0.01);
    if (activation_ == "elu") return torch::elu(y);
    if (activation_ == "softplus") return torch::softplus(y);
    if (activation_ == "logistic") return torch::sigmoid(y);
    if (activation_ == "tanh") return torch::tanh(y);
    return y;
  }
  std::string expression(const std::string& self, const std::string& x) const override {
    std::string y = script_linear(self + "." + name_, x);
    if (!norm_.is_empty()) y = script_norm(self + ".norm", y, norm_->options);
    if (activation_ == "relu") return fmt::format("torch.relu({})", y);
    if (activation_ == "leaky-relu") return fmt::format("torch.leaky_relu({}, 0.01)", y);
    if (activation_ == "elu") return fmt::format("torch.elu({}, 1.0, 1.0, 1.0)", y);
    if (activation_ == "softplus") return fmt::format("torch.softplus({}, 1.0, 20.0)", y);
    if (activation_ == "logistic") return fmt::format("torch.sigmoid({})", y);
    if (activation_ == "tanh") return fmt::format("torch.tanh({})", y);
    return y;
  }

 private:
  std::string name_;
  nn::Linear linear_;
  nn::BatchNorm1d norm_{nullptr};
  std::string activation_;
};

class LayeredBody final : public ScriptedModule {
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
      layers_.push_back(register_module(name(v), layer(operation, in, out[i], classes)));
      averages_.push_back(from_image && !is_spatial(operation.kind));
    }
  }

  torch::Tensor forward(const torch::Tensor& input) override {
    std::vector<torch::Tensor> decisions = decisions_for(input);
    if (decisions.size() == 1) return decisions.front();
    for (torch::Tensor& decision : decisions) decision = torch::log_softmax(decision, 1);
    return torch::logsumexp(torch::stack(decisions), 0) - std::log(static_cast<double>(decisions.size()));
  }
  torch::Tensor unmixed(const torch::Tensor& input) override {
    return torch::stack(decisions_for(input)).sum(0);
  }

  std::string script(const std::string& self) const override {
    std::string text = images_ ? "  p0 = x\n" : "  p0 = torch.flatten(x, 1)\n";
    std::vector<std::string> decisions;
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      std::vector<std::string> before;
      for (const int u : around_.before[i]) before.push_back(fmt::format("p{}", u));
      std::string x =
          before.size() == 1 ? before.front() : fmt::format("torch.cat([{}], 1)", fmt::join(before, ", "));
      if (averages_[i - 1]) x = fmt::format("torch.mean({}, [2, 3])", x);
      // The input gets a variable, because the expressions of some layers use it twice.
      text += fmt::format("  i{} = {}\n", v, x);
      text += fmt::format("  p{} = {}\n", v,
                          layers_[i - 1]->expression(self + "." + name(v), fmt::format("i{}", v)));
      if (decides(v)) decisions.push_back(fmt::format("p{}", v));
    }
    if (decisions.size() == 1) return text + fmt::format("  x = {}\n", decisions.front());
    for (std::string& decision : decisions) decision = fmt::format("torch.log_softmax({}, 1)", decision);
    return text + fmt::format("  x = torch.logsumexp(torch.stack([{}]), [0]) - {}\n",
                              fmt::join(decisions, ", "), std::log(static_cast<double>(decisions.size())));
  }

 private:
  // Returns the logits of each decision.
  std::vector<torch::Tensor> decisions_for(const torch::Tensor& input) {
    std::vector<torch::Tensor> at(static_cast<std::size_t>(last_ + 1));
    at.front() = images_ ? input : input.flatten(1);
    std::vector<torch::Tensor> decisions;
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      std::vector<torch::Tensor> before;
      for (const int u : around_.before[i]) before.push_back(at[static_cast<std::size_t>(u)]);
      torch::Tensor x = before.size() == 1 ? before.front() : torch::cat(before, 1);
      if (averages_[i - 1]) x = torch::mean(x, {2, 3});
      at[i] = layers_[i - 1]->forward(x);
      if (decides(v)) decisions.push_back(at[i]);
    }
    return decisions;
  }
  static std::string name(int node) { return fmt::format("layer{}", node); }
  bool decides(int node) const { return around_.after[static_cast<std::size_t>(node)].front() == last_; }

  static std::shared_ptr<ExpressionModule> layer(const Operation& operation, int in, int out, int classes) {
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
  std::vector<std::shared_ptr<ExpressionModule>> layers_;  // layers of nodes 1, 2, ...
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
