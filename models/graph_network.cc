#include "models/graph_network.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "common/error.h"
#include "common/text.h"
#include "models/graph_network_modules.h"
#include "models/torch_runtime.h"

namespace bora {
namespace {

const std::vector<std::string> kReadouts = {"max", "sum", "mean"};

struct Kind {
  GraphArchitecture defaults;
  std::vector<std::string> options;
};

const std::map<std::string, Kind>& kinds() {
  static const std::map<std::string, Kind> known = {
      {"gcn", {{.kind = "gcn"}, {"layers", "width", "pool"}}},
      {"gin",
       {{.kind = "gin", .layers = 5, .width = 64, .readout = Readout::sum}, {"layers", "width", "pool"}}},
      {"cheb",
       {{.kind = "cheb", .width = 32, .readout = Readout::mean}, {"layers", "width", "pool", "filter"}}},
      {"sage", {{.kind = "sage", .width = 32, .readout = Readout::mean}, {"layers", "width", "pool"}}},
      {"unet",
       {{.kind = "unet", .width = 32, .readout = Readout::mean}, {"layers", "width", "pool", "ratio"}}},
  };
  return known;
}

template <typename Number>
Number parse_number(const std::string& text, Number low, Number high, bool with_low, const std::string& where,
                    const std::string& option) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || !(with_low ? value >= low : value > low) || !(value <= high))
    throw InputError("{}: {} is '{}', expected a number {} {} and at most {}", where, option, text,
                     with_low ? "of at least" : "above", low, high);
  return value;
}

std::string unknown(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return fmt::format("'{}' is not one of {}{}", name, join(known),
                     nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest));
}

void set_option(GraphArchitecture& architecture, const std::string& name, const std::string& value,
                const std::string& where) {
  if (name == "layers") architecture.layers = parse_number(value, 1, 16, true, where, name);
  if (name == "width") architecture.width = parse_number(value, 1, 1024, true, where, name);
  if (name == "filter") architecture.filter = parse_number(value, 1, 16, true, where, name);
  if (name == "ratio") architecture.ratio = parse_number(value, 0.0, 1.0, false, where, name);
  if (name == "pool") {
    const auto found = std::ranges::find(kReadouts, value);
    if (found == kReadouts.end()) throw InputError("{}: pool {}", where, unknown(value, kReadouts));
    architecture.readout = static_cast<Readout>(found - kReadouts.begin());
  }
}

std::string option_of(const GraphArchitecture& architecture, const std::string& name) {
  if (name == "layers") return fmt::to_string(architecture.layers);
  if (name == "width") return fmt::to_string(architecture.width);
  if (name == "filter") return fmt::to_string(architecture.filter);
  if (name == "ratio") return fmt::to_string(architecture.ratio);
  return kReadouts[static_cast<int>(architecture.readout)];
}

}  // namespace

const std::vector<std::string>& graph_architectures() {
  static const std::vector<std::string> names = {"gcn", "gin", "cheb", "sage", "unet"};
  return names;
}

GraphArchitecture parse_graph_architecture(const std::string& text, const std::string& where) {
  const auto parts = split(text, ':');
  const auto kind = kinds().find(parts[0]);
  if (kind == kinds().end()) throw InputError("{}: {}", where, unknown(parts[0], graph_architectures()));
  const auto& options = kind->second.options;
  GraphArchitecture architecture = kind->second.defaults;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto equals = parts[i].find('=');
    const std::string name = parts[i].substr(0, equals);
    if (std::ranges::find(options, name) == options.end())
      throw InputError("{}: option of {}: {}", where, parts[0], unknown(name, options));
    if (equals == std::string::npos)
      throw InputError("{}: option {} of {} lacks its value, expected {}=...", where, name, parts[0], name);
    set_option(architecture, name, parts[i].substr(equals + 1), where);
  }
  return architecture;
}

std::string to_string(const GraphArchitecture& architecture) {
  std::string text = architecture.kind;
  for (const auto& name : kinds().at(architecture.kind).options)
    text += fmt::format(":{}={}", name, option_of(architecture, name));
  return text;
}

GraphScaling scaling_for(const NodeFeatures& features, const GraphDataset& training) {
  const auto width = static_cast<std::size_t>(features.width());
  const std::vector<bool> values = features.value_columns();
  GraphScaling scaling;
  std::vector<double> sums(width), squares(width);
  double nodes = 0;
  std::vector<float> rows;
  const bool any = std::ranges::find(values, true) != values.end();
  for (const Graph& graph : training.graphs) {
    nodes += graph.nodes;
    if (!any) continue;
    rows.resize(graph.nodes * width);
    features.write(graph, rows.data(), training.source);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sums[i % width] += rows[i];
      squares[i % width] += static_cast<double>(rows[i]) * rows[i];
    }
  }
  if (nodes == 0) return scaling;
  scaling.nodes = nodes / static_cast<double>(training.graphs.size());
  if (!any) return scaling;
  for (std::size_t j = 0; j < width; ++j) {
    const double mean = sums[j] / nodes;
    const double deviation = std::sqrt(std::max(0.0, squares[j] / nodes - mean * mean));
    // A column that is the same everywhere says nothing; rounding may not turn it into noise.
    const bool scaled = values[j] && deviation > 1e-6 * std::abs(mean);
    scaling.mean.push_back(scaled ? static_cast<float>(mean) : 0);
    scaling.deviation.push_back(scaled ? static_cast<float>(deviation) : 1);
  }
  return scaling;
}

void GraphNetworkOptions::check() const {
  parse_graph_architecture(architecture.kind);
  parse_graph_architecture(to_string(architecture));
  const std::size_t columns = scaling.mean.size();
  if (columns != scaling.deviation.size() || (columns != 0 && static_cast<int>(columns) != features.width()))
    throw InputError("scaling has {} means and {} deviations, expected {} of each or none", columns,
                     scaling.deviation.size(), features.width());
  for (const float deviation : scaling.deviation)
    if (!(deviation > 0)) throw InputError("scaling has a deviation of {}, expected more than 0", deviation);
  if (!(scaling.nodes > 0)) throw InputError("scaling has {} nodes, expected more than 0", scaling.nodes);
  if (classes < 2) throw InputError("number of classes is {}, expected at least 2", classes);
}

GraphNetwork::GraphNetwork(const GraphNetworkOptions& options, ThreadPool* pool)
    : implementation_(std::make_unique<Implementation>()) {
  const InferenceScope scope;
  auto& self = *implementation_;
  self.options = options;
  self.pool = pool;
  self.spec = {.name = options.architecture.kind,
               .classes = options.classes,
               .kind = ScoreKind::logits,
               .node_label_count = options.features.node_label_count(),
               .attribute_count = options.features.attribute_count()};
  self.model = {.module = make_graph_module(options), .features = options.features, .name = self.spec.name};
}

GraphNetwork::~GraphNetwork() = default;
GraphNetwork::GraphNetwork(GraphNetwork&&) noexcept = default;
GraphNetwork& GraphNetwork::operator=(GraphNetwork&&) noexcept = default;

const GraphNetworkOptions& GraphNetwork::options() const {
  return implementation_->options;
}

std::int64_t GraphNetwork::weights() const {
  std::int64_t total = 0;
  for (const auto& parameter : implementation_->model.module.parameters()) total += parameter.numel();
  return total;
}

const GraphVictimSpec& GraphNetwork::spec() const {
  return implementation_->spec;
}

Scores GraphNetwork::scores(GraphBatch graphs) {
  const auto& self = *implementation_;
  check_graphs(graphs, self.spec);
  Scores scores{forward_graphs(self.model, graphs, self.pool), ScoreKind::logits};
  check_scores(scores, self.spec);
  return scores;
}

Eigen::RowVectorXf GraphNetwork::edge_gradients(const Graph& graph, std::span<const NodePair> pairs,
                                                const Eigen::RowVectorXf& cotangent) {
  const auto& self = *implementation_;
  const Graph* const one = &graph;
  check_graphs({&one, 1}, self.spec);
  return backward_graph(self.model, graph, pairs, cotangent);
}

}  // namespace bora
