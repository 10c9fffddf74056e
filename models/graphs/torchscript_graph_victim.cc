#include "models/graphs/torchscript_graph_victim.h"

#include <algorithm>
#include <set>

#include "common/error.h"
#include "common/text.h"
#include "models/graphs/graph_runtime.h"
#include "models/victims/answer_format.h"
#include "models/victims/metadata.h"
#include "models/victims/score_meaning.h"
#include "models/victims/torch/torch_runtime.h"

namespace bora::models {
namespace {

constexpr std::size_t kWeightArgument = 3;

bool is_optional_tensor(const c10::TypePtr& type) {
  return type->isSubtypeOf(*c10::OptionalType::create(c10::TensorType::get()));
}

// Returns whether forward has a fourth argument, for the edge weights. Throws InputError unless it takes
// three or four tensors; any further argument must have a default.
bool takes_weights(const torch::jit::Module& module, const std::string& name) {
  std::vector<c10::Argument> arguments = module.get_method("forward").function().getSchema().arguments();
  arguments.erase(arguments.begin());  // the module itself
  const auto is_weight = [](const c10::Argument& argument) {
    return is_optional_tensor(argument.type()) && argument.name().find("weight") != std::string::npos;
  };
  const auto fits = [&](std::size_t i) {
    if (i < kWeightArgument) return is_optional_tensor(arguments[i].type());
    return (i == kWeightArgument && is_weight(arguments[i])) || arguments[i].default_value().has_value();
  };
  bool good = arguments.size() >= kWeightArgument;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    good = good && fits(i);
    names.push_back(arguments[i].name());
  }
  if (!good)
    throw InputError(
        "{}: takes forward({}), expected forward(x, edge_index, batch) or (x, edge_index, batch, edge_weight){}",
        name, join(names),
        names.size() == 1 ? "; it may classify images, but the data or --task are graphs" : "");
  return arguments.size() > kWeightArgument && is_weight(arguments[kWeightArgument]);
}

// Returns two paths of three and four nodes, for probing a model when there are no real graphs.
std::vector<Graph> generated_probes(const NodeFeatures& features) {
  std::vector<Graph> probes;
  for (const int nodes : {3, 4}) {
    Graph graph;
    graph.nodes = nodes;
    for (int node = 1; node < nodes; ++node) graph.edges.push_back({node - 1, node});
    if (features.node_label_count() > 0)
      for (int node = 0; node < nodes; ++node)
        graph.node_labels.push_back(node % features.node_label_count());
    graph.attribute_count = features.attribute_count();
    graph.attributes.assign(static_cast<std::size_t>(nodes) * graph.attribute_count, 0.5f);
    probes.push_back(std::move(graph));
  }
  return probes;
}

// Returns whether a module accepts `width` features per node, by running it on a graph of two nodes.
bool accepts(const GraphModel& model, std::int64_t width) {
  const InferenceScope scope;
  Graph graph;
  graph.nodes = 2;
  graph.edges = {{0, 1}};
  const Graph* const one = &graph;
  auto tensors = to_tensors({&one, 1}, NodeFeatures(), model.name);
  tensors.x = torch::ones({2, width});
  try {
    model.forward(tensors);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

// Returns the number of features per node that a module accepts. Tries 1 and the sides of its weights, in
// ascending order, and returns the first that it accepts; 0 if there is none.
int accepted_width(const GraphModel& model) {
  std::set<std::int64_t> sides = {1};
  for (const auto parameter : model.module.parameters())
    sides.insert(parameter.sizes().begin(), parameter.sizes().end());
  const auto found = std::ranges::find_if(sides, [&](std::int64_t side) { return accepts(model, side); });
  return found == sides.end() ? 0 : static_cast<int>(*found);
}

// Returns the features that have `width` columns for data with these numbers of node labels and attributes.
std::vector<std::string> fitting_features(int width, int labels, int attributes) {
  std::vector<std::string> fitting;
  if (labels == width) fitting.emplace_back("label");
  if (attributes == width) fitting.emplace_back("attributes");
  if (labels > 0 && attributes > 0 && labels + attributes == width)
    fitting.insert(fitting.end(), {"attributes+label", "label+attributes"});
  if (width == 1) fitting.insert(fitting.end(), {"constant", "degree-value", "degree-share"});
  if (width > 1) fitting.push_back(fmt::format("degree:{}", width - 1));
  if (labels > 0 && width - labels > 1) fitting.push_back(fmt::format("label+degree:{}", width - labels - 1));
  return fitting;
}

class TorchScriptGraphVictim final : public GraphVictim {
 public:
  TorchScriptGraphVictim(const TorchScriptGraphOptions& options, const ModelMetadata& metadata,
                         ThreadPool* pool)
      : format_(options.path, "graph", stated_answers(options, metadata)), pool_(pool) {
    spec_.name = options.path;
    model_.name = options.path;
    model_.module = load_module(options.path, torch::kCPU);
    model_.takes_weights = takes_weights(model_.module, options.path);
    model_.features = choose_features(options, metadata.graph.value_or(GraphInput{}));
    spec_.features = model_.features.spec();
    spec_.node_label_count = model_.features.node_label_count();
    spec_.attribute_count = model_.features.attribute_count();
  }

  const GraphVictimSpec& spec() const override { return spec_; }

  Scores scores(GraphBatch graphs) override {
    check_graphs(graphs, spec_);
    return format_.scores(std::ssize(graphs), [&] { return forward_graphs(model_, graphs, pool_); });
  }

  bool has_gradients() override {
    if (!model_.takes_weights) return false;
    const auto probes = generated_probes(model_.features);
    const NodePair pair{0, 1};
    try {
      edge_gradients(probes[0], {&pair, 1}, Eigen::RowVectorXf::Ones(spec_.classes));
      return true;
    } catch (const VictimError&) {
      return false;
    }
  }

  Eigen::RowVectorXf edge_gradients(const Graph& graph, std::span<const NodePair> pairs,
                                    const Eigen::RowVectorXf& cotangent) override {
    if (!model_.takes_weights) return GraphVictim::edge_gradients(graph, pairs, cotangent);
    const Graph* const one = &graph;
    check_graphs({&one, 1}, spec_);
    return backward_graph(model_, graph, pairs,
                          format_.percent() ? Eigen::RowVectorXf(cotangent / kPercent) : cotangent);
  }

  // Determines the classes and the kind of scores by two queries. Throws InputError if the model cannot be a
  // victim.
  void probe(GraphBatch given, const TorchScriptGraphOptions& options) {
    const auto generated = generated_probes(model_.features);
    std::vector<const Graph*> probes(given.begin(), given.end());
    for (std::size_t i = 0; given.empty() && i < generated.size(); ++i) probes.push_back(&generated[i]);
    check_graphs(probes, spec_);
    Batch first;
    try {
      first = forward_graphs(model_, probes, pool_);
    } catch (const VictimError& error) {
      const int width = accepts(model_, model_.features.width()) ? 0 : accepted_width(model_);
      if (width == 0)
        throw InputError("{}: fails on graphs with features {} ({} a node): {}", spec_.name,
                         model_.features.spec(), model_.features.width(), error.what());
      throw InputError(
          "{}: takes {} a node, {} gives {}; on these data, {} gives as many", spec_.name,
          count_of(width, "feature"), model_.features.spec(), model_.features.width(),
          join(fitting_features(width, options.node_label_count, options.attribute_count), " or "));
    }
    spec_.randomised = format_.probe(
        first, [&] { return forward_graphs(model_, probes, pool_); }, true);
    format_.write_to(spec_);
    if (spec_.randomised && !options.may_differ)
      throw InputError(
          "{}: scores of the same graphs differ between two calls; save it in evaluation mode (model.eval())",
          spec_.name);
  }

 private:
  static StatedAnswers stated_answers(const TorchScriptGraphOptions& options, const ModelMetadata& metadata) {
    StatedAnswers answers{options.kind ? options.kind : metadata.kind, metadata.classes};
    answers.may_be_one_column = false;
    return answers;
  }

  NodeFeatures choose_features(const TorchScriptGraphOptions& options, const GraphInput& stated) const {
    if (!options.features.empty())
      return {options.features, options.node_label_count, options.attribute_count, "features"};
    if (!stated.features.empty()) {
      NodeFeatures features(stated.features, stated.node_label_count, stated.attribute_count,
                            fmt::format("{}: {}: input.features", spec_.name, kMetadataFile));
      const auto compare = [&](const char* what, int wanted, int there) {
        if (wanted > 0 && there > 0 && wanted != there)
          throw InputError("{}: looks at {} {}, the data have {}", spec_.name, wanted, what, there);
      };
      compare("node labels", features.node_label_count(), options.node_label_count);
      compare("node attributes", features.attribute_count(), options.attribute_count);
      return features;
    }
    if (options.node_label_count > 0) return {"label", options.node_label_count, 0};
    if (options.attribute_count > 0) return {"attributes", 0, options.attribute_count};
    const int width = accepted_width(model_);
    return width > 1 ? NodeFeatures(fmt::format("degree:{}", width - 1), 0, 0) : NodeFeatures();
  }

  GraphVictimSpec spec_;
  AnswerFormat format_;
  GraphModel model_;
  ThreadPool* pool_;
};

}  // namespace

std::unique_ptr<GraphVictim> load_torchscript_graph(const TorchScriptGraphOptions& options, GraphBatch probes,
                                                    ThreadPool* pool) {
  const ModelMetadata metadata = read_metadata(options.path).value_or(ModelMetadata{});
  if (!metadata.graph && metadata.input) throw InputError("{}: classifies images, not graphs", options.path);
  auto victim = std::make_unique<TorchScriptGraphVictim>(options, metadata, pool);
  victim->probe(probes, options);
  return victim;
}

}  // namespace bora::models
