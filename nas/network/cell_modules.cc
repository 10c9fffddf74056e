#include "nas/network/cell_modules.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "models/networks/scripted_layers.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

class WiredCell final : public TracedModule {
 public:
  WiredCell(const LabelledDag& graph, int channels) : around_(graph), last_(graph.nodes() - 1) {
    for (int v = 1; v < last_; ++v) {
      const auto count = static_cast<std::int64_t>(sources(v).size());
      mixes_.push_back(count > 1 ? register_parameter(mix(v), torch::zeros({count})) : torch::Tensor());
      layers_.push_back(
          register_module(fmt::format("node{}", v), std::make_shared<CellLayer>(channels, channels, 3, 1)));
    }
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    TracedTensors at{trace.let("p", 0, x)};
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v - 1);
      const TracedTensor in =
          trace.let("i", v, mixes_[i].defined() ? mixed(v, at, trace) : at_sources(v, at).front());
      at.push_back(trace.let("p", v, layers_[i]->compute(in, trace.of("node", v))));
    }
    const TracedTensor all = sum(at_sources(last_, at));
    const std::size_t count = sources(last_).size();
    if (trace.scripted()) return TracedTensor(fmt::format("({}) / {}.0", all.text, count));
    return all.tensor / static_cast<double>(count);
  }

 private:
  const std::vector<int>& sources(int node) const { return around_.before[static_cast<std::size_t>(node)]; }
  TracedTensors at_sources(int node, const TracedTensors& at) const {
    TracedTensors found;
    for (const int u : sources(node)) found.push_back(at[static_cast<std::size_t>(u)]);
    return found;
  }
  // Returns the weighted sum of the sources of a node.
  TracedTensor mixed(int node, const TracedTensors& at, const Trace& trace) const {
    TracedTensors terms = at_sources(node, at);
    if (trace.scripted()) {
      const std::string weights =
          trace.let("w", node, TracedTensor(fmt::format("torch.sigmoid({})", trace.path(mix(node))))).text;
      for (std::size_t k = 0; k < terms.size(); ++k)
        terms[k].text = fmt::format("{}[{}] * {}", weights, k, terms[k].text);
    } else {
      const torch::Tensor weights = torch::sigmoid(mixes_[static_cast<std::size_t>(node - 1)]);
      for (std::size_t k = 0; k < terms.size(); ++k)
        terms[k].tensor = weights[static_cast<std::int64_t>(k)] * terms[k].tensor;
    }
    return sum(terms);
  }
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

CellLayer::CellLayer(int in, int out, int kernel, int stride)
    : conv_(register_module("conv", convolution(in, out, kernel, stride, false))),
      norm_(register_module("norm", nn::BatchNorm2d(out))) {}

TracedTensor CellLayer::compute(const TracedTensor& x, const Trace& trace) const {
  return normalised(trace, "norm", norm_, convolved(trace, "conv", conv_, relu(x)));
}

RectifiedLayer::RectifiedLayer(int in, int out, int kernel, int stride)
    : conv_(register_module("conv", convolution(in, out, kernel, stride, false))),
      norm_(register_module("norm", nn::BatchNorm2d(out))) {}

TracedTensor RectifiedLayer::compute(const TracedTensor& x, const Trace& trace) const {
  return relu(normalised(trace, "norm", norm_, convolved(trace, "conv", conv_, x)));
}

std::shared_ptr<const BodyMaker> body_from(MakeBody make) {
  return std::make_shared<FunctionBody>(std::move(make));
}

std::shared_ptr<TracedModule> make_wired_cell(const LabelledDag& graph, int channels) {
  return std::make_shared<WiredCell>(graph, channels);
}

}  // namespace bora::nas
