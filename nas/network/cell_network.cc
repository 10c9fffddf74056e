#include "nas/network/cell_network.h"

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "models/networks/scripted_layers.h"
#include "nas/network/cell_modules.h"
#include "nas/network/darts_network.h"
#include "nas/network/nb101_network.h"
#include "nas/network/staged_network.h"
#include "nas/space/nb201_space.h"
#include "nas/space/staged_space.h"

namespace bora::nas {
namespace {

namespace nn = torch::nn;
using Nb = Nb201Space;
using EdgeLabels = std::array<int, Nb::kEdges>;  // label of each edge's operation

// Returns the operations of the edges, with kNone for those that are on no path from input to output.
EdgeLabels used_operations(const Architecture& architecture) {
  EdgeLabels labels{};
  std::array<bool, Nb::kPoints> reached{true}, reaches{};
  reaches.back() = true;
  for (std::size_t e = 0; e < labels.size(); ++e) {
    labels[e] = Nb::kFirstOperation + architecture.code()[e];
    const auto [from, to] = Nb::kEnds[e];
    // Edges are sorted by target, so all edges to `from` come before this one.
    if (labels[e] != Nb::kNone && reached[static_cast<std::size_t>(from)])
      reached[static_cast<std::size_t>(to)] = true;
  }
  for (std::size_t e = labels.size(); e-- > 0;) {
    const auto [from, to] = Nb::kEnds[e];
    if (!reached[static_cast<std::size_t>(from)] || !reaches[static_cast<std::size_t>(to)])
      labels[e] = Nb::kNone;
    if (labels[e] != Nb::kNone) reaches[static_cast<std::size_t>(from)] = true;
  }
  return labels;
}

class Cell final : public TracedModule {
 public:
  Cell(const EdgeLabels& labels, int channels) : labels_(labels) {
    for (std::size_t e = 0; e < labels.size(); ++e)
      if (labels[e] == Nb::kConv1 || labels[e] == Nb::kConv3)
        layers_[e] = register_module(
            name(e), std::make_shared<CellLayer>(channels, channels, labels[e] == Nb::kConv3 ? 3 : 1, 1));
  }

  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    std::array<TracedTensor, Nb::kPoints> points;
    points[0] = trace.let("p", 0, x);
    for (std::size_t e = 0; e < labels_.size(); ++e) {
      if (labels_[e] == Nb::kNone) continue;
      const auto [from, to] = Nb::kEnds[e];
      const TracedTensor& source = points[static_cast<std::size_t>(from)];
      const TracedTensor out = labels_[e] == Nb::kSkip   ? source
                               : labels_[e] == Nb::kPool ? mean_pool(source, 3, 1, 1, false)
                                                         : layers_[e]->compute(source, trace.of(name(e)));
      TracedTensor& sum = points[static_cast<std::size_t>(to)];
      sum = trace.let("p", to, sum.defined() ? sum + out : out);
    }
    if (points.back().defined()) return points.back();
    return trace.scripted() ? TracedTensor(x.text + " * 0") : TracedTensor(x.tensor * 0);
  }

 private:
  static std::string name(std::size_t edge) {
    return fmt::format("edge{}_{}", Nb::kEnds[edge][0], Nb::kEnds[edge][1]);
  }
  EdgeLabels labels_;
  std::array<std::shared_ptr<CellLayer>, Nb::kEdges> layers_;
};

// Residual block that halves the side: two 3x3 layers, the first with stride 2, and a shortcut of 2x2 mean
// pooling and a 1x1 convolution.
class Halving final : public TracedModule {
 public:
  Halving(int in, int out)
      : first_(register_module("first", std::make_shared<CellLayer>(in, out, 3, 2))),
        second_(register_module("second", std::make_shared<CellLayer>(out, out, 3, 1))),
        shortcut_(register_module("shortcut", convolution(in, out, 1, 1, false))) {}

  // The mean pooling rounds odd sides up, as the convolution of stride 2 does.
  TracedTensor compute(const TracedTensor& x, const Trace& trace) const override {
    const TracedTensor beside =
        trace.let("s", convolved(trace, "shortcut", shortcut_, mean_pool(x, 2, 2, 0, true)));
    const TracedTensor first = trace.let("x", first_->compute(x, trace.of("first")));
    return trace.let("x", second_->compute(first, trace.of("second"))) + beside;
  }

 private:
  std::shared_ptr<CellLayer> first_, second_;
  nn::Conv2d shortcut_;
};

class CellNetwork final : public TracedModule {
 public:
  CellNetwork(const CellMaker& make_cell, const CellNetworkOptions& options, const ImageShape& input,
              int classes)
      : stem_(register_module("stem", convolution(input.channels, options.channels, 3, 1, false))),
        stem_norm_(register_module("stem_norm", nn::BatchNorm2d(options.channels))) {
    int channels = options.channels;
    for (int stage = 0; stage < options.stages; ++stage) {
      if (stage > 0) {
        add(fmt::format("halving{}", stage), std::make_shared<Halving>(channels, 2 * channels));
        channels *= 2;
      }
      for (int cell = 0; cell < options.cells; ++cell)
        add(fmt::format("stage{}_cell{}", stage + 1, cell + 1), make_cell(channels));
    }
    norm_ = register_module("norm", nn::BatchNorm2d(channels));
    output_ = register_module("output", nn::Linear(channels, classes));
  }

  TracedTensor compute(const TracedTensor& input, const Trace& trace) const override {
    TracedTensor x =
        trace.let("x", normalised(trace, "stem_norm", stem_norm_, convolved(trace, "stem", stem_, input)));
    x = trace.let("x", relu(normalised(trace, "norm", norm_, parts_.compute(x, trace))));
    return linear(trace, "output", output_, mean_over_image(x));
  }

 private:
  void add(const std::string& name, const std::shared_ptr<TracedModule>& part) {
    parts_.add(name, register_module(name, part));
  }
  nn::Conv2d stem_;
  nn::BatchNorm2d stem_norm_;
  Sequence<TracedModule> parts_;
  nn::BatchNorm2d norm_{nullptr};
  nn::Linear output_{nullptr};
};

std::shared_ptr<const BodyMaker> body_of(const ArchitectureSpace& space, const Architecture& architecture,
                                         const CellNetworkOptions& options) {
  if (space.name() == "nb101") return nb101_body(architecture.cells().front().pruned, options);
  if (space.name() == "darts") return darts_body(architecture, options);
  if (space.name() == "nb201")
    return body_of_cells([labels = used_operations(architecture)](
                             int channels) { return std::make_shared<Cell>(labels, channels); },
                         options);
  if (space.name() == "random-graph")
    return body_of_cells(
        [architecture](int channels) {
          return make_wired_cell(architecture.cells().front().pruned, channels);
        },
        options);
  if (const auto* staged = dynamic_cast<const StagedSpace*>(&space))
    return staged_body(staged->stages(architecture), options.channels);
  throw InputError("no networks for images are made of architectures of {}", space.name());
}

}  // namespace

std::shared_ptr<const BodyMaker> body_of_cells(CellMaker cell, const CellNetworkOptions& options) {
  return body_from([cell = std::move(cell), options](const ImageShape& input, int classes) {
    return std::make_shared<CellNetwork>(cell, options, input, classes);
  });
}

void CellNetworkOptions::check() const {
  constexpr int kMostStages = 5;
  constexpr int kMostChannels = 1024, kMostCells = 100;
  check_range("channels", channels, 1, kMostChannels);
  check_range("cells", cells, 1, kMostCells);
  check_range("stages", stages, 1, kMostStages);
}

int cuda_devices() {
  return torch::cuda::is_available() ? static_cast<int>(torch::cuda::device_count()) : 0;
}

NetworkOptions cell_network(const ArchitectureSpace& space, const Architecture& architecture,
                            const CellNetworkOptions& options, const ImageShape& input, int classes) {
  options.check();
  NetworkOptions network;
  network.architecture = space.name() + " " + architecture.text();
  network.body = body_of(space, architecture, options);
  network.input = input;
  network.classes = classes;
  return network;
}

}  // namespace bora::nas
