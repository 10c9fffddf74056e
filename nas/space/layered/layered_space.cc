#include "nas/space/layered/layered_space.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "common/error.h"
#include "nas/space/layered/modifiers.h"

namespace bora::nas {
namespace {

using Kind = Operation::Kind;

// Returns the text of a chain of layers. layers: texts without sources.
std::string chain(const std::vector<std::string>& layers) {
  std::string text;
  for (std::size_t i = 0; i < layers.size(); ++i)
    text += fmt::format("{}{}@{}", i > 0 ? " " : "", layers[i], i);
  return text;
}

// Returns the text of a network with three stages of `depth` layers of 16, 32 and 64 units. Each stage but
// the first begins with the operation `halving`, which counts as a layer unless it is a pooling.
std::string stages(const std::string& layer, int depth, const std::string& halving) {
  std::vector<std::string> layers;
  for (int units = 16; units <= 64; units *= 2) {
    const bool pooled = halving == "max-pool";
    if (units > 16) layers.push_back(pooled ? halving : fmt::format("{}:{}", halving, units));
    for (int i = units > 16 && !pooled ? 1 : 0; i < depth; ++i)
      layers.push_back(fmt::format("{}:{}", layer, units));
  }
  layers.insert(layers.end(), {"avg-pool", "fc:64", "softmax"});
  return chain(layers);
}

}  // namespace

LayeredSpace::LayeredSpace(LayeredGrammar grammar, const std::vector<std::string>& simple)
    : grammar_(std::move(grammar)) {
  grammar_.check();
  if (simple.empty()) throw InputError("{}: no simple networks, expected at least 1", grammar_.name);
  for (const std::string& text : simple) simple_.push_back(parse_layered(text, grammar_));
}

Architecture LayeredSpace::architecture(const LayeredNetwork& network) const {
  Architecture::Record record;
  record.text = to_text(network, grammar_);
  record.text_is_canonical = true;
  record.cells.push_back({network.graph, network.graph, network.graph});
  return Architecture(std::move(record));
}

Architecture LayeredSpace::parse(const std::string& text) const {
  return architecture(parse_layered(text, grammar_));
}

LayeredNetwork LayeredSpace::network(const Architecture& architecture) const {
  return parse_layered(architecture.text(), grammar_);
}

std::optional<Architecture> LayeredSpace::decode(const std::vector<int>& /*code*/) const {
  return std::nullopt;
}

Architecture LayeredSpace::sample(Rng& rng) const {
  LayeredNetwork network = simple_[static_cast<std::size_t>(rng.index(static_cast<int>(simple_.size())))];
  constexpr int kMostSteps = 8;
  constexpr double kGivenUp = 0.01;
  for (int steps = 1 + rng.index(kMostSteps); steps > 0;) {
    const auto next =
        modified(network, grammar_, static_cast<NetworkModifier>(rng.index(kNetworkModifiers)), rng);
    if (next) network = *next;
    // A modifier that gives no valid network counts as a step with a small probability, so that the loop also
    // ends for narrow grammars.
    if (next || rng.uniform() < kGivenUp) --steps;
  }
  return architecture(network);
}

std::vector<Architecture> LayeredSpace::neighbours(const Architecture& architecture, int count,
                                                   Rng& rng) const {
  const LayeredNetwork from = network(architecture);
  std::vector<Architecture> out;
  std::set<std::string> texts{architecture.text()};
  // The number of networks one step away is limited.
  constexpr int kTries = 20, kMost = 100;
  const int wanted = std::min(count, kMost);
  for (int i = 0; i < kTries * (wanted + 10) && static_cast<int>(out.size()) < wanted; ++i) {
    const auto next =
        modified(from, grammar_, static_cast<NetworkModifier>(rng.index(kNetworkModifiers)), rng);
    if (!next) continue;
    Architecture near = this->architecture(*next);
    if (texts.insert(near.text()).second) out.push_back(std::move(near));
  }
  return out;
}

std::vector<double> LayeredSpace::statistics(const Architecture& architecture) const {
  const LayeredNetwork network = this->network(architecture);
  const std::vector<double> masses = layer_masses(network, grammar_);
  const std::vector<double> incoming = incoming_units(network, grammar_);
  double mass = 0, weights = 0, widest = 0, logs = 0, wide = 0, decisions = 0, strides = 0;
  std::vector<double> kinds(4);
  for (int v = 1; v + 1 < network.nodes(); ++v) {
    const auto i = static_cast<std::size_t>(v);
    const Operation& operation = grammar_.operation(network, v);
    mass += masses[i];
    weights += masses[i] * std::max(1, operation.kernel * operation.kernel);
    if (has_units(operation.kind)) {
      widest = std::max<double>(widest, network.units[i]);
      logs += std::log(network.units[i]);
      ++wide;
    }
    decisions += operation.kind == Kind::decision ? 1 : 0;
    strides += operation.stride > 1 ? 1 : 0;
    const auto kind = operation.kind == Kind::convolution || operation.kind == Kind::rectifier ? 0
                      : operation.kind == Kind::residual || operation.kind == Kind::sigmoid    ? 1
                      : operation.kind == Kind::pooling                                        ? 2
                                                                                               : 3;
    ++kinds[static_cast<std::size_t>(kind)];
  }
  const double last_width = incoming[static_cast<std::size_t>(network.nodes() - 2)];
  std::vector<double> numbers{std::log1p(mass),
                              std::log1p(weights),
                              std::log1p(widest),
                              logs / std::max(1.0, wide),
                              std::log1p(last_width),
                              decisions,
                              strides,
                              static_cast<double>(network.graph.edges.size()),
                              static_cast<double>(network.nodes())};
  numbers.insert(numbers.end(), kinds.begin(), kinds.end());
  for (const double number : path_statistics(network.graph, grammar_.operations)) numbers.push_back(number);
  return numbers;
}

std::vector<std::vector<double>> LayeredSpace::masses(const Architecture& architecture) const {
  return {layer_masses(network(architecture), grammar_)};
}

std::shared_ptr<const LayeredSpace> make_cnn_space() {
  LayeredGrammar grammar;
  grammar.name = "cnn";
  grammar.operations = {{"input", Kind::input}, {"output", Kind::output}};
  for (const auto& [name, kind] : {std::pair{"conv", Kind::convolution}, std::pair{"res", Kind::residual}})
    for (const int kernel : {3, 5, 7})
      for (const int stride : {1, 2})
        grammar.operations.push_back(
            {fmt::format("{}{}{}", name, kernel, stride > 1 ? "/2" : ""), kind, kernel, stride});
  grammar.operations.push_back({"max-pool", Kind::pooling, 2, 2});
  grammar.operations.push_back({"avg-pool", Kind::pooling, 2, 2});
  grammar.operations.push_back({"fc", Kind::dense});
  grammar.operations.push_back({"softmax", Kind::decision});
  // The first network has two decisions after paths of different depth; the others are chains.
  std::vector<std::string> simple{
      "conv7:16@0 conv5:32@1 conv3:16@1 avg-pool@2 max-pool@3 fc:32@4 conv3:16@5 avg-pool@7 fc:32@8 "
      "softmax@6 softmax@9"};
  for (int depth = 1; depth <= 3; ++depth) {
    simple.push_back(stages("conv3", depth, "max-pool"));
    if (depth > 1) simple.push_back(stages("conv3", depth, "conv3/2"));
    simple.push_back(stages("res3", depth, "res3/2"));
  }
  return std::make_shared<LayeredSpace>(std::move(grammar), simple);
}

std::shared_ptr<const LayeredSpace> make_mlp_space() {
  LayeredGrammar grammar;
  grammar.name = "mlp";
  grammar.images = false;
  grammar.operations = {
      {"input", Kind::input},          {"output", Kind::output}, {"relu", Kind::rectifier},
      {"leaky-relu", Kind::rectifier}, {"elu", Kind::rectifier}, {"softplus", Kind::rectifier},
      {"logistic", Kind::sigmoid},     {"tanh", Kind::sigmoid},  {"softmax", Kind::decision}};
  grammar.most_layers = 20;
  std::vector<std::string> simple;
  for (const char* activation : {"relu", "tanh", "elu"})
    for (const std::vector<int>& widths :
         {std::vector{64}, {64, 64}, {128, 64}, {256, 128, 64}, {64, 64, 64, 64}}) {
      std::vector<std::string> layers;
      for (const int units : widths) layers.push_back(fmt::format("{}:{}", activation, units));
      layers.push_back("softmax");
      simple.push_back(chain(layers));
    }
  return std::make_shared<LayeredSpace>(std::move(grammar), simple);
}

}  // namespace bora::nas
