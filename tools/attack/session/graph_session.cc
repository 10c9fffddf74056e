#include "tools/attack/attack_run.h"

#include <algorithm>
#include <optional>

#include "attacks/ledger/graph_task.h"
#include "attacks/runner/graph_plan.h"
#include "attacks/runner/stored_attacks.h"
#include "common/error.h"
#include "common/text.h"
#include "data/graphs/graph.h"
#include "data/graphs/graph_json.h"
#include "data/graphs/load_graphs.h"
#include "models/victims/load_victim.h"
#include "models/victims/metadata.h"
#include "tools/attack/session/class_numbers.h"
#include "tools/attack/session/doubtful_scores.h"
#include "tools/attack/session/input_source.h"
#include "tools/attack/session/session.h"
#include "tools/options/run_tool.h"

namespace bora::tools {
namespace {

// Number of nodes in the pool of injected nodes: large enough to represent the data, small in the database.
constexpr int kMostInPool = 4096;

// Loads --graph, or the graphs of the data in the order of --order. Sets `order` to a remark on that order,
// if there is one.
GraphDataset load_data(const AttackConfig& config, const std::optional<ModelMetadata>& metadata,
                       std::string& order) {
  if (!config.data.graph.empty()) {
    auto data = load_graphs(config.data.graph, Part::all);
    if (data.size() != 1)
      throw InputError("--graph: {} is not one graph but holds {}", config.data.graph, data.size());
    data.labels[0] = config.data.label.value_or(-1);
    return data;
  }

  const DataSource source = data_source(config, metadata, "graph");
  GraphDataset data = load_graphs(source.spec, config.data.part, source.split);
  const std::vector<int> rows = order_of_inputs(config, data.labels, order);
  return rows.empty() ? data : select(data, rows);
}

std::vector<const Graph*> first_graphs(const std::vector<Graph>& graphs, int most) {
  std::vector<const Graph*> first;
  for (int i = 0; i < std::min(most, static_cast<int>(graphs.size())); ++i) first.push_back(&graphs[i]);
  return first;
}

class GraphSession final : public Session<Graph> {
 public:
  explicit GraphSession(const AttackConfig& config)
      : Session(config), task_(config.threat.edits, config.threat.minimise) {}

 private:
  Plan prepare() override {
    const auto metadata = read_model_metadata(model());
    std::string order;
    GraphDataset data = load_data(config(), metadata, order);
    const bool named = metadata && number_classes_as(metadata->class_names, data);
    GraphVictimOptions options = config().victim_of_graphs();
    options.model.node_label_count = node_label_count_ = data.node_label_count;
    // If node labels are numbers in the files, the data may lack the last ones that the model has features
    // for.
    if (data.literal_node_labels && metadata && metadata->graph)
      options.model.node_label_count = node_label_count_ =
          std::max(data.node_label_count, metadata->graph->node_label_count);
    options.model.attribute_count = attribute_count_ = data.attribute_count;
    call_naming_probe(data, "graph", [&] { load_victim(options, first_graphs(data.graphs, kProbes)); });
    for (const std::string& warning : data.warnings) warn(warning);
    warn(describe_rounded_scores(victim_->spec(), base_plan().visible));
    if (!named) warn(take_names_as_numbers(victim_->spec().classes, data));
    warn(describe_missing_classes(victim_->spec().classes, data));
    source_ = data.source;
    if (!order.empty()) remarks_.push_back(order);
    remarks_.insert(remarks_.end(), data.notes.begin(), data.notes.end());
    class_names_ = metadata && !metadata->class_names.empty() ? metadata->class_names : data.class_names;
    if (config().threat.edits.mode == EditMode::inject)
      node_pool_ = to_json(draw_node_pool(data, kMostInPool, base_plan().seed));
    const int graphs = config().data.graphs.value_or(0);
    if (!base_plan().range && graphs > data.size() - base_plan().skip)
      progress().say(fmt::format("{} holds {}, {} were asked for", data.source,
                                 count_of(data.size(), "graph"), base_plan().skip + graphs));
    Plan plan = make_plan(*victim_, data, plan_options("graph"), config().budget_of_graphs());
    const bool stated = options.model.kind || (metadata && metadata->kind);
    for (const std::string& doubt : doubts_about_scores(victim_->spec(), plan.inputs, stated)) warn(doubt);
    return plan;
  }

  std::string fingerprint() override { return graph_fingerprint(*victim_, model()); }
  void describe(RunFacts& run) const override {
    const EditRules& rules = config().threat.edits;
    run.task = "graphs";
    run.class_names = class_names_;
    run.data = data_text(source_, remarks_);
    run.node_label_count = node_label_count_;
    run.attribute_count = attribute_count_;
    run.node_pool = node_pool_;
    run.features = victim_->spec().features;
    run.threat = "edits";
    run.edits = {to_string(rules.mode),    rules.ratio,
                 rules.most_edits,         rules.hops,
                 rules.keep_connected,     rules.most_injected,
                 rules.injected_degree,    config().budget.queries_per_edit,
                 config().budget.query_cap};
  }

  std::vector<std::string> announcement(const Plan& plan) const override {
    const auto& spec = victim_->spec();
    const EditRules& rules = config().threat.edits;
    std::string bound = fmt::format("{} edits, {:.4g} n^2 of them", to_string(rules.mode), rules.ratio);
    if (rules.most_edits > 0) bound += fmt::format(", at most {}", rules.most_edits);
    if (rules.hops > 0) bound += fmt::format(", within {} hops", rules.hops);
    if (rules.keep_connected) bound += ", connected";
    std::vector<std::string> lines = {
        fmt::format("{}: graphs, {}{} classes, {}", spec.name,
                    spec.features.empty() ? "" : "features " + spec.features + ", ", spec.classes,
                    spec.labels_only ? "labels only"
                    : spec.top > 0   ? fmt::format("{} of the {} best", to_string(spec.kind), spec.top)
                                     : to_string(spec.kind)),
        clean_line(source_, "graph", plan),
        fmt::format("{}; budget {} an edit, up to {}", bound,
                    count_of(config().budget.queries_per_edit, "query", "queries"), plan.largest_budget())};
    lines.insert(lines.end(), remarks_.begin(), remarks_.end());
    return lines;
  }

  void reload() override {
    GraphVictimOptions options = config().victim_of_graphs();
    options.model.kind = parse_score_kind(database().get(&RunFacts::score_kind), "run.sqlite");
    options.endpoint.folder = database().get(&RunFacts::directory);
    options.model.node_label_count = database().get(&RunFacts::node_label_count);
    options.model.attribute_count = database().get(&RunFacts::attribute_count);
    std::vector<Graph> graphs;
    for (const auto& input : database().inputs())
      if (input.attacked && static_cast<int>(graphs.size()) < kProbes)
        graphs.push_back(task_.original(input.content));
    load_victim(options, first_graphs(graphs, kProbes));
  }

  const Task<Graph>& task() const override { return task_; }
  std::unique_ptr<AttackFactory<Graph>> attacks() const override {
    return std::make_unique<GraphAttacks>(database(), task_, victim_->spec().classes, base_plan().visible);
  }

  CheckSetup<Graph> make_setup(Bound bound, const std::string& attack) const override {
    const auto task = std::make_shared<const GraphTask>(widened(task_.rules(), bound));
    const auto factory =
        std::make_shared<GraphAttacks>(database(), *task, victim_->spec().classes, base_plan().visible);
    factory->add(attack);
    const std::string text = bound == Bound::own     ? "as many edits"
                             : bound == Bound::twice ? "with twice as many edits"
                                                     : "with any edits";
    return {task, factory, text};
  }

  void load_victim(const GraphVictimOptions& options, GraphBatch probes) {
    const InterruptEndsProcess unless_it_answers;
    victim_ = load_graph_victim(options, probes, &pool());
    base_plan().visible.check_given(model(), victim_->spec().labels_only, victim_->spec().top);
    open(*victim_);
  }

  GraphTask task_;
  std::unique_ptr<GraphVictim> victim_;
  std::string source_;                // source of the data, for the user
  std::vector<std::string> remarks_;  // on the data
  int node_label_count_ = 0, attribute_count_ = 0;
  std::vector<std::string> class_names_;
  std::string node_pool_;  // JSON of a graph without edges; "": no nodes are injected
};

}  // namespace

int run_on_graphs(const AttackConfig& config) {
  return GraphSession(config).run();
}

}  // namespace bora::tools
