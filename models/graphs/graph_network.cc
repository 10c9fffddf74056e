#include "models/graphs/graph_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "common/error.h"
#include "common/named_settings.h"
#include "common/setting_error.h"
#include "models/graphs/graph_network_modules.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
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

std::string option_of(const GraphArchitecture& architecture, const std::string& name) {
  if (name == "layers") return fmt::to_string(architecture.layers);
  if (name == "width") return fmt::to_string(architecture.width);
  if (name == "filter") return fmt::to_string(architecture.filter);
  if (name == "ratio") return fmt::to_string(architecture.ratio);
  return kReadouts[static_cast<int>(architecture.readout)];
}

void read_option(NamedSettings& settings, const std::string& name, GraphArchitecture& architecture) {
  if (name == "layers") settings.read(name, architecture.layers, 1, 16);
  if (name == "width") settings.read(name, architecture.width, 1, 1024);
  if (name == "filter") settings.read(name, architecture.filter, 1, 16);
  if (name == "ratio") settings.read(name, architecture.ratio, std::numeric_limits<double>::denorm_min(), 1);
  if (name == "pool") {
    const std::string chosen = settings.choice(name, option_of(architecture, name), kReadouts);
    architecture.readout = static_cast<Readout>(std::ranges::find(kReadouts, chosen) - kReadouts.begin());
  }
}

}  // namespace

const std::vector<std::string>& graph_architectures() {
  static const std::vector<std::string> names = {"gcn", "gin", "cheb", "sage", "unet"};
  return names;
}

GraphArchitecture parse_graph_architecture(const std::string& text, const std::string& setting) {
  NamedSettings settings(text, setting);
  const auto kind = kinds().find(settings.name());
  if (kind == kinds().end())
    one_of(settings.name(), setting.empty() ? "architecture" : setting, graph_architectures());
  GraphArchitecture architecture = kind->second.defaults;
  for (const std::string& option : kind->second.options) read_option(settings, option, architecture);
  settings.finish();
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
    // A constant column contains no information; rounding must not turn it into noise.
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

}  // namespace bora::models
