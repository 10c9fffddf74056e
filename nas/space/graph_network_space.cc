#include "nas/space/graph_network_space.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/error.h"
#include "common/suggestion.h"
#include "common/text.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

const std::vector<std::string> kKinds = {"gcn", "gin", "cheb", "sage", "unet"};
const std::vector<std::string> kReadouts = {"max", "sum", "mean"};
const std::vector<int> kWidths = {8, 16, 32, 64};
constexpr int kMostLayers = 6;

enum Place { kKind, kLayers, kWidth, kReadout };

// Returns the number of layers as written: gin counts its input as the first layer.
int counted_layers(int kind, int layers) {
  return kKinds[static_cast<std::size_t>(kind)] == "gin" ? layers + 1 : layers;
}

}  // namespace

GraphNetworkSpace::GraphNetworkSpace() : CodedSpace("graph-network") {
  operations_ = {{"input", Kind::input}, {"output", Kind::output}};
  for (const std::string& kind : kKinds) operations_.push_back({kind, Kind::convolution, 1});
  for (const int width : kWidths) operations_.push_back({fmt::format("{} channels", width), Kind::other});
  for (const std::string& readout : kReadouts) operations_.push_back({readout, Kind::pooling});
  levels_ = {static_cast<int>(kKinds.size()), kMostLayers, static_cast<int>(kWidths.size()),
             static_cast<int>(kReadouts.size())};
  list([this](const std::vector<int>& code) { return make(code); });
}

Architecture GraphNetworkSpace::make(const std::vector<int>& code) const {
  const int layers = code[kLayers] + 1;
  Architecture::Record record;
  record.code = code;
  record.text =
      fmt::format("{}:layers={}:width={}:pool={}", kKinds[static_cast<std::size_t>(code[kKind])],
                  counted_layers(code[kKind], layers), kWidths[static_cast<std::size_t>(code[kWidth])],
                  kReadouts[static_cast<std::size_t>(code[kReadout])]);
  record.text_is_canonical = true;
  const int kinds = 2, widths = kinds + levels_[kKind], readouts = widths + levels_[kWidth];
  LabelledDag graph;
  graph.labels.push_back(0);
  for (int layer = 0; layer < layers; ++layer) {
    graph.labels.push_back(kinds + code[kKind]);
    graph.labels.push_back(widths + code[kWidth]);
  }
  graph.labels.push_back(readouts + code[kReadout]);
  graph.labels.push_back(1);
  for (int node = 1; node < static_cast<int>(graph.labels.size()); ++node)
    graph.edges.emplace_back(node - 1, node);
  record.cells.push_back({graph, graph, graph});
  return Architecture(std::move(record));
}

Architecture GraphNetworkSpace::parse(const std::string& text) const {
  const auto found = std::ranges::find(*all(), text, [](const Architecture& known) { return known.text(); });
  if (found != all()->end()) return *found;
  const std::string kind = text.substr(0, text.find(':'));
  throw InputError(
      "graph-network: '{}' is not a network of 1 to {} layers (gin: 2 to {}), 8, 16, 32 or 64 channels, and "
      "readout max, sum or mean, expected e.g. gin:layers=4:width=32:pool=sum{}",
      printable(text), kMostLayers, kMostLayers + 1,
      std::ranges::count(kKinds, kind) > 0 ? "" : suggestion(kind, kKinds));
}

std::vector<double> GraphNetworkSpace::statistics(const Architecture& architecture) const {
  const std::vector<int>& code = architecture.code();
  std::vector<double> numbers;
  for (int kind = 0; kind < levels_[kKind]; ++kind) numbers.push_back(code[kKind] == kind ? 1 : 0);
  for (int readout = 0; readout < levels_[kReadout]; ++readout)
    numbers.push_back(code[kReadout] == readout ? 1 : 0);
  const double layers = code[kLayers] + 1, width = kWidths[static_cast<std::size_t>(code[kWidth])];
  numbers.insert(numbers.end(), {layers, std::log2(width), std::log2(layers * width * width)});
  return numbers;
}

}  // namespace bora::nas
