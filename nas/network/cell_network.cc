#include "nas/network/cell_network.h"

#include <array>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "common/setting_error.h"
#include "models/networks/network_modules.h"
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

class Cell final : public ScriptedModule {
 public:
  Cell(const EdgeLabels& labels, int channels) : labels_(labels) {
    for (std::size_t e = 0; e < labels.size(); ++e)
      if (labels[e] == Nb::kConv1 || labels[e] == Nb::kConv3)
        layers_[e] = register_module(
            name(e), std::make_shared<CellLayer>(channels, channels, labels[e] == Nb::kConv3 ? 3 : 1, 1));
  }

  torch::Tensor forward(const torch::Tensor& x) override {
    std::array<torch::Tensor, Nb::kPoints> points;
    points[0] = x;
    for (std::size_t e = 0; e < labels_.size(); ++e) {
      if (labels_[e] == Nb::kNone) continue;
      const auto [from, to] = Nb::kEnds[e];
      const torch::Tensor& source = points[static_cast<std::size_t>(from)];
      torch::Tensor& sum = points[static_cast<std::size_t>(to)];
      const torch::Tensor out = labels_[e] == Nb::kSkip ? source
                                : labels_[e] == Nb::kPool
                                    ? torch::avg_pool2d(source, {3, 3}, {1, 1}, {1, 1}, false, false)
                                    : layers_[e]->forward(source);
      sum = sum.defined() ? sum + out : out;
    }
    return points.back().defined() ? points.back() : x * 0;
  }

  std::string script(const std::string& self) const override {
    std::string text = "  p0 = x\n";
    std::array<bool, Nb::kPoints> begun{};
    for (std::size_t e = 0; e < labels_.size(); ++e) {
      if (labels_[e] == Nb::kNone) continue;
      const auto [from, to] = Nb::kEnds[e];
      const std::string source = fmt::format("p{}", from), target = fmt::format("p{}", to);
      const std::string out =
          labels_[e] == Nb::kSkip ? source
          : labels_[e] == Nb::kPool
              ? fmt::format("torch.avg_pool2d({}, [3, 3], [1, 1], [1, 1], False, False)", source)
              : layers_[e]->expression(self + "." + name(e), source);
      bool& first = begun[static_cast<std::size_t>(to)];
      text += fmt::format("  {} = {}{}\n", target, first ? target + " + " : "", out);
      first = true;
    }
    return text + (begun.back() ? fmt::format("  x = p{}\n", Nb::kPoints - 1) : "  x = x * 0\n");
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
class Halving final : public ScriptedModule {
 public:
  Halving(int in, int out)
      : first_(register_module("first", std::make_shared<CellLayer>(in, out, 3, 2))),
        second_(register_module("second", std::make_shared<CellLayer>(out, out, 3, 1))),
        shortcut_(register_module("shortcut", convolution(in, out, 1, 1, false))) {}

  // The mean pooling rounds odd sides up, as the convolution of stride 2 does.
  torch::Tensor forward(const torch::Tensor& x) override {
    return second_->forward(first_->forward(x)) +
           shortcut_(torch::avg_pool2d(x, {2, 2}, {2, 2}, {0, 0}, true, false));
  }
  std::string script(const std::string& self) const override {
    const std::string pooled = "torch.avg_pool2d(x, [2, 2], [2, 2], [0, 0], True, False)";
    return fmt::format("  s = {}\n", script_convolution(self + ".shortcut", pooled, *shortcut_)) +
           first_->script(self + ".first") + second_->script(self + ".second") + "  x = x + s\n";
  }

 private:
  std::shared_ptr<CellLayer> first_, second_;
  nn::Conv2d shortcut_;
};

class CellNetwork final : public ScriptedModule {
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

  torch::Tensor forward(const torch::Tensor& input) override {
    auto x = stem_norm_(stem_(input));
    for (const auto& part : parts_) x = part->forward(x);
    return output_(torch::mean(torch::relu(norm_(x)), {2, 3}));
  }
  std::string script(const std::string& self) const override {
    std::string text = fmt::format(
        "  x = {}\n", script_normalised(self + ".stem", stem_, self + ".stem_norm", stem_norm_, "x"));
    for (std::size_t i = 0; i < parts_.size(); ++i) text += parts_[i]->script(self + "." + names_[i]);
    text += fmt::format("  x = torch.relu({})\n", script_norm(self + ".norm", "x", norm_->options));
    return text + fmt::format("  x = {}\n", script_linear(self + ".output", "torch.mean(x, [2, 3])"));
  }

 private:
  void add(const std::string& name, std::shared_ptr<ScriptedModule> part) {
    names_.push_back(name);
    parts_.push_back(register_module(name, std::move(part)));
  }
  nn::Conv2d stem_;
  nn::BatchNorm2d stem_norm_;
  std::vector<std::string> names_;
  std::vector<std::shared_ptr<ScriptedModule>> parts_;
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
