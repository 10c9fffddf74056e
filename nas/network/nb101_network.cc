#include "nas/network/nb101_network.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "nas/network/cell_modules.h"
#include "nas/space/nb101_space.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;

class Nb101Cell final : public TracedModule {
 public:
  Nb101Cell(const LabelledDag& graph, int in, int out)
      : around_(graph), last_(graph.nodes() - 1), channels_(nb101_channels(graph, in, out)) {
    layers_.resize(channels_.size());
    projections_.resize(channels_.size());
    for (int v = 1; v <= last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      const int width = channels_[i];
      if (std::ranges::find(around_.before[i], 0) != around_.before[i].end())
        projections_[i] =
            register_module(fmt::format("input{}", v), std::make_shared<RectifiedLayer>(in, width, 1));
      const int label = graph.labels[i];
      if (v != last_ && label != Nb101Space::kPool)
        layers_[i] = register_module(
            fmt::format("node{}", v),
            std::make_shared<RectifiedLayer>(width, width, label == Nb101Space::kConv3 ? 3 : 1));
    }
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    TracedTensors at{x};
    for (int v = 1; v < last_; ++v) {
      const auto i = static_cast<std::size_t>(v);
      TracedTensors parts;
      for (const int u : around_.before[i])
        parts.push_back(u == 0 ? projections_[i]->compute(x, trace.of("input", v))
                               : narrowed(at, u, channels_[i]));
      const TracedTensor in = sum(parts);
      at.push_back(trace.let(
          "p", v, layers_[i] ? layers_[i]->compute(in, trace.of("node", v)) : max_pool(in, 3, 1, 1, false)));
    }
    TracedTensors ends, out;
    for (const int u : around_.before.back())
      if (u > 0) ends.push_back(at[static_cast<std::size_t>(u)]);
    if (!ends.empty()) out.push_back(cat(ends));
    if (projections_.back()) out.push_back(projections_.back()->compute(x, trace.of("input", last_)));
    return sum(out);
  }

 private:
  // Returns the first `width` channels of the output of a node, all if it has no more.
  TracedTensor narrowed(const TracedTensors& at, int node, int width) const {
    const auto i = static_cast<std::size_t>(node);
    if (channels_[i] <= width) return at[i];
    if (at[i].scripted()) return TracedTensor(fmt::format("torch.narrow({}, 1, 0, {})", at[i].text, width));
    return at[i].tensor.narrow(1, 0, width);
  }

  DagNeighbours around_;
  int last_;
  std::vector<int> channels_;
  std::vector<std::shared_ptr<RectifiedLayer>> layers_;       // by node; null for max pooling
  std::vector<std::shared_ptr<RectifiedLayer>> projections_;  // by node; null if the input is no predecessor
};

class Nb101Network final : public TracedModule {
 public:
  Nb101Network(const LabelledDag& graph, const CellNetworkOptions& options, const ImageShape& input,
               int classes)
      : stem_(
            register_module("stem", std::make_shared<RectifiedLayer>(input.channels, options.channels, 3))) {
    int in = options.channels, out = options.channels;
    for (int stack = 0; stack < options.stages; ++stack, out *= 2) {
      stacks_.emplace_back();
      for (int cell = 0; cell < options.cells; ++cell, in = out) {
        const std::string name = fmt::format("stack{}_cell{}", stack + 1, cell + 1);
        stacks_.back().add(name, register_module(name, std::make_shared<Nb101Cell>(graph, in, out)));
      }
    }
    output_ = register_module("output", nn::Linear(in, classes));
  }

  TracedTensor compute(const TracedTensor& input, const Trace& trace) const override {
    TracedTensor x = trace.let("x", stem_->compute(input, trace.of("stem")));
    for (std::size_t stack = 0; stack < stacks_.size(); ++stack) {
      if (stack > 0) x = trace.let("x", max_pool(x, 2, 2, 0, true));
      x = stacks_[stack].compute(x, trace);
    }
    return linear(trace, "output", output_, mean_over_image(x));
  }

 private:
  std::shared_ptr<RectifiedLayer> stem_;
  std::vector<Sequence<Nb101Cell>> stacks_;
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
