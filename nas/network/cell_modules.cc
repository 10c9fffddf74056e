#include "nas/network/cell_modules.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/networks/scripted_layers.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

class WiredCell final : public ScriptedModule {
 public:
  WiredCell(const LabelledDag& graph, int channels) : around_(graph), last_(graph.nodes() - 1) {
    for (int v = 1; v < last_; ++v) {
      const auto count = static_cast<std::int64_t>(sources(v).size());
      mixes_.push_back(count > 1 ? register_parameter(mix(v), torch::zeros({count})) : torch::Tensor());
      layers_.push_back(register_module(name(v), std::make_shared<CellLayer>(channels, channels, 3, 1)));
    }
  }

  torch::Tensor forward(const torch::Tensor& x) override {
    std::vector<torch::Tensor> at{x};
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v - 1);
      torch::Tensor sum;
      if (!mixes_[i].defined()) {
        sum = at[static_cast<std::size_t>(sources(v).front())];
      } else {
        const torch::Tensor weights = torch::sigmoid(mixes_[i]);
        std::int64_t part = 0;
        for (const int u : sources(v)) {
          const torch::Tensor one = weights[part++] * at[static_cast<std::size_t>(u)];
          sum = sum.defined() ? sum + one : one;
        }
      }
      at.push_back(layers_[i]->forward(sum));
    }
    torch::Tensor sum;
    for (const int u : sources(last_))
      sum = sum.defined() ? sum + at[static_cast<std::size_t>(u)] : at[static_cast<std::size_t>(u)];
    return sum / static_cast<double>(sources(last_).size());
  }

  std::string script(const std::string& self) const override {
    std::string text = "  p0 = x\n";
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v - 1);
      std::vector<std::string> parts;
      for (const int u : sources(v))
        parts.push_back(mixes_[i].defined() ? fmt::format("w{}[{}] * p{}", v, parts.size(), u)
                                            : fmt::format("p{}", u));
      if (mixes_[i].defined()) text += fmt::format("  w{} = torch.sigmoid({}.{})\n", v, self, mix(v));
      text += fmt::format("  i{} = {}\n", v, fmt::join(parts, " + "));
      text +=
          fmt::format("  p{} = {}\n", v, layers_[i]->expression(self + "." + name(v), fmt::format("i{}", v)));
    }
    std::vector<std::string> ends;
    for (const int u : sources(last_)) ends.push_back(fmt::format("p{}", u));
    return text + fmt::format("  x = ({}) / {}.0\n", fmt::join(ends, " + "), ends.size());
  }

 private:
  const std::vector<int>& sources(int node) const { return around_.before[static_cast<std::size_t>(node)]; }
  static std::string name(int node) { return fmt::format("node{}", node); }
  static std::string mix(int node) { return fmt::format("mix{}", node); }

  DagNeighbours around_;
  int last_;
  std::vector<torch::Tensor> mixes_;  // input weights of nodes 1, 2, ...; undefined if a node has one input
  std::vector<std::shared_ptr<CellLayer>> layers_;
};

class FunctionBody final : public BodyMaker {
 public:
  explicit FunctionBody(MakeBody make) : make_(std::move(make)) {}
  std::shared_ptr<ScriptedModule> make(const ImageShape& input, int classes) const override {
    return make_(input, classes);
  }

 private:
  MakeBody make_;
};

}  // namespace

std::string ExpressionModule::script(const std::string& self) const {
  return fmt::format("  x = {}\n", expression(self, "x"));
}

CellLayer::CellLayer(int in, int out, int kernel, int stride)
    : conv_(register_module("conv", convolution(in, out, kernel, stride, false))),
      norm_(register_module("norm", nn::BatchNorm2d(out))) {}

torch::Tensor CellLayer::forward(const torch::Tensor& x) {
  return norm_(conv_(torch::relu(x)));
}

std::string CellLayer::expression(const std::string& self, const std::string& x) const {
  return script_normalised(self + ".conv", conv_, self + ".norm", norm_, "torch.relu(" + x + ")");
}

RectifiedLayer::RectifiedLayer(int in, int out, int kernel, int stride)
    : conv_(register_module("conv", convolution(in, out, kernel, stride, false))),
      norm_(register_module("norm", nn::BatchNorm2d(out))) {}

torch::Tensor RectifiedLayer::forward(const torch::Tensor& x) {
  return torch::relu(apply_norm(norm_, conv_(x)));
}

std::string RectifiedLayer::expression(const std::string& self, const std::string& x) const {
  return fmt::format("torch.relu({})", script_normalised(self + ".conv", conv_, self + ".norm", norm_, x));
}

std::shared_ptr<const BodyMaker> body_from(MakeBody make) {
  return std::make_shared<FunctionBody>(std::move(make));
}

std::shared_ptr<ScriptedModule> make_wired_cell(const LabelledDag& graph, int channels) {
  return std::make_shared<WiredCell>(graph, channels);
}

}  // namespace bora::nas
