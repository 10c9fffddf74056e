#include "nas/network/nb101_network.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/setting_error.h"
#include "models/networks/network_modules.h"
#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"
#include "nas/space/nb101_space.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

class Nb101Cell final : public ScriptedModule {
 public:
  Nb101Cell(const LabelledDag& graph, int in, int out)
      : around_(graph), last_(graph.nodes() - 1), channels_(nb101_channels(graph, in, out)) {
    layers_.resize(channels_.size());
    projections_.resize(channels_.size());
    for (int v = 1; v <= last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      const int width = channels_[i];
      if (std::ranges::find(around_.before[i], 0) != around_.before[i].end())
        projections_[i] = register_module(projection(v), std::make_shared<RectifiedLayer>(in, width, 1));
      const int label = graph.labels[i];
      if (v != last_ && label != Nb101Space::kPool)
        layers_[i] = register_module(
            layer(v), std::make_shared<RectifiedLayer>(width, width, label == Nb101Space::kConv3 ? 3 : 1));
    }
  }

  torch::Tensor forward(const torch::Tensor& x) override {
    std::vector<torch::Tensor> at{x}, ends;
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      torch::Tensor sum;
      for (const int u : around_.before[i]) {
        const auto source = static_cast<std::size_t>(u);
        const torch::Tensor part = u == 0                             ? projections_[i]->forward(x)
                                   : channels_[source] > channels_[i] ? at[source].narrow(1, 0, channels_[i])
                                                                      : at[source];
        sum = sum.defined() ? sum + part : part;
      }
      at.push_back(layers_[i] ? layers_[i]->forward(sum) : torch::max_pool2d(sum, {3, 3}, {1, 1}, {1, 1}));
    }
    for (const int u : around_.before.back())
      if (u > 0) ends.push_back(at[static_cast<std::size_t>(u)]);
    if (ends.empty()) return projections_.back()->forward(x);
    const torch::Tensor out = ends.size() == 1 ? ends.front() : torch::cat(ends, 1);
    return projections_.back() ? out + projections_.back()->forward(x) : out;
  }

  std::string script(const std::string& self) const override {
    std::string text;
    std::vector<std::string> ends;
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      std::vector<std::string> parts;
      for (const int u : around_.before[i])
        parts.push_back(u == 0 ? projections_[i]->expression(self + "." + projection(v), "x")
                        : channels_[static_cast<std::size_t>(u)] > channels_[i]
                            ? fmt::format("torch.narrow(p{}, 1, 0, {})", u, channels_[i])
                            : fmt::format("p{}", u));
      const std::string sum = fmt::format("{}", fmt::join(parts, " + "));
      text += fmt::format("  p{} = {}\n", v,
                          layers_[i] ? layers_[i]->expression(self + "." + layer(v), sum)
                                     : fmt::format("torch.max_pool2d({}, [3, 3], [1, 1], [1, 1])", sum));
    }
    for (const int u : around_.before.back())
      if (u > 0) ends.push_back(fmt::format("p{}", u));
    std::vector<std::string> sum;
    if (!ends.empty())
      sum.push_back(ends.size() == 1 ? ends.front()
                                     : fmt::format("torch.cat([{}], 1)", fmt::join(ends, ", ")));
    if (projections_.back())
      sum.push_back(projections_.back()->expression(self + "." + projection(last_), "x"));
    return text + fmt::format("  x = {}\n", fmt::join(sum, " + "));
  }

 private:
  static std::string layer(int node) { return fmt::format("node{}", node); }
  static std::string projection(int node) { return fmt::format("input{}", node); }

  DagNeighbours around_;
  int last_;
  std::vector<int> channels_;
  std::vector<std::shared_ptr<RectifiedLayer>> layers_;       // by node; null for max pooling
  std::vector<std::shared_ptr<RectifiedLayer>> projections_;  // by node; null if the input is no predecessor
};

class Nb101Network final : public ScriptedModule {
 public:
  Nb101Network(const LabelledDag& graph, const CellNetworkOptions& options, const ImageShape& input,
               int classes)
      : stem_(
            register_module("stem", std::make_shared<RectifiedLayer>(input.channels, options.channels, 3))) {
    int in = options.channels, out = options.channels;
    for (int stack = 0; stack < options.stages; ++stack, out *= 2) {
      stacks_.emplace_back();
      for (int cell = 0; cell < options.cells; ++cell, in = out)
        stacks_.back().push_back(
            register_module(name(stack, cell), std::make_shared<Nb101Cell>(graph, in, out)));
    }
    output_ = register_module("output", nn::Linear(in, classes));
  }

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = stem_->forward(input);
    for (std::size_t stack = 0; stack < stacks_.size(); ++stack) {
      if (stack > 0) x = torch::max_pool2d(x, {2, 2}, {2, 2}, {0, 0}, {1, 1}, true);
      for (const auto& cell : stacks_[stack]) x = cell->forward(x);
    }
    return output_(torch::mean(x, {2, 3}));
  }

  std::string script(const std::string& self) const override {
    std::string text = stem_->script(self + ".stem");
    for (std::size_t stack = 0; stack < stacks_.size(); ++stack) {
      if (stack > 0) text += "  x = torch.max_pool2d(x, [2, 2], [2, 2], [0, 0], [1, 1], True)\n";
      for (std::size_t cell = 0; cell < stacks_[stack].size(); ++cell)
        text += stacks_[stack][cell]->script(self + "." + name(stack, cell));
    }
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "torch.mean(x, [2, 3])"));
  }

 private:
  static std::string name(std::size_t stack, std::size_t cell) {
    return fmt::format("stack{}_cell{}", stack + 1, cell + 1);
  }
  std::shared_ptr<RectifiedLayer> stem_;
  std::vector<std::vector<std::shared_ptr<Nb101Cell>>> stacks_;
  nn::Linear output_{nullptr};
};

}  // namespace

std::vector<int> nb101_channels(const LabelledDag& graph, int in, int out) {
  const DagNeighbours around(graph);
  const int last = graph.nodes() - 1;
  std::vector<int> channels(graph.labels.size(), 0);
  channels.front() = in;
  channels.back() = out;
  const auto& ends = around.before.back();
  const auto sharers = static_cast<int>(std::ranges::count_if(ends, [](int u) { return u > 0; }));
  int left_over = sharers > 0 ? out % sharers : 0;
  for (int v = 1; v < last; ++v)
    if (std::ranges::find(ends, v) != ends.end())
      channels[static_cast<std::size_t>(v)] = out / sharers + (left_over-- > 0 ? 1 : 0);
  for (int v = last - 1; v > 0; --v) {
    int& own = channels[static_cast<std::size_t>(v)];
    if (own > 0) continue;
    for (const int w : around.after[static_cast<std::size_t>(v)])
      own = std::max(own, channels[static_cast<std::size_t>(w)]);
  }
  return channels;
}

std::shared_ptr<const BodyMaker> nb101_body(const LabelledDag& graph, const CellNetworkOptions& options) {
  constexpr int kFewest = 4;
  if (options.channels < kFewest)
    throw SettingError("channels", "{} is below {}, as many as nodes of a cell of nb101 may share",
                       options.channels, kFewest);
  return body_from([=](const ImageShape& input, int classes) {
    return std::make_shared<Nb101Network>(graph, options, input, classes);
  });
}

}  // namespace bora::nas
