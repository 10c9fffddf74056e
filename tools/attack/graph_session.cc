#include "tools/attack/graph_session.h"

#include <algorithm>

#include "attacks/graph/factory.h"
#include "attacks/runner/graph_mount.h"
#include "common/error.h"
#include "data/graph_json.h"
#include "data/load_graphs.h"
#include "data/split.h"
#include "models/load_victim.h"
#include "models/metadata.h"
#include "tools/attack/run_folder.h"

namespace bora {
namespace {

constexpr int kMostInPool = 4096;  // nodes: enough to follow the data's frequencies, small in the database

// `order`: what to say of the order that --order asks for.
GraphDataset load_data(const AttackOptionsText& text, const std::optional<ModelMetadata>& metadata,
                       std::string& order) {
  if (!text.graph.empty()) {
    auto data = load_graphs(text.graph, Part::all);
    if (data.size() != 1)
      throw InputError("--graph: {} is not one graph but holds {}", text.graph, data.size());
    data.labels[0] = text.label;
    return data;
  }
  const DataSource source = data_source(text, metadata, "graph");
  GraphDataset data = load_graphs(source.spec, part_of(text), source.split);
  const std::vector<int> rows = order_of_inputs(text, data.labels, order);
  return rows.empty() ? data : select(data, rows);
}

std::vector<const Graph*> first_graphs(const std::vector<Graph>& graphs, int most) {
  std::vector<const Graph*> first;
  for (int i = 0; i < std::min(most, static_cast<int>(graphs.size())); ++i) first.push_back(&graphs[i]);
  return first;
}

}  // namespace

void GraphSession::load_victim(const GraphVictimOptions& options, GraphBatch probes) {
  victim_ = load_graph_victim(options, probes, &pool());
  setup_.plan.visible.check_given(text().model, victim_->spec().labels_only, victim_->spec().top);
  oracle_ = std::make_unique<GraphOracle>(*victim_);
}

Plan GraphSession::prepare() {
  const auto metadata = read_model_metadata(text().model);
  std::string order;
  const GraphDataset data = load_data(text(), metadata, order);
  GraphVictimOptions options = setup_.victim;
  options.model.node_label_count = node_label_count_ = data.node_label_count;
  // One graph need not hold every label that the model knows.
  if (!text().graph.empty() && metadata && metadata->graph)
    options.model.node_label_count = node_label_count_ =
        std::max(data.node_label_count, metadata->graph->node_label_count);
  options.model.attribute_count = attribute_count_ = data.attribute_count;
  load_victim(options, first_graphs(data.graphs, kProbes));
  source_ = order.empty() ? data.source : fmt::format("{} ({})", data.source, order);
  class_names_ = metadata && !metadata->class_names.empty() ? metadata->class_names : data.class_names;
  if (setup_.budget.rules.mode == EditMode::inject)
    node_pool_ = to_json(draw_node_pool(data, kMostInPool, setup_.plan.seed));
  if (!setup_.plan.stretch && text().graphs > data.size() - setup_.plan.skip)
    progress().say(fmt::format("{} holds {} graphs, {} were asked for", data.source, data.size(),
                               setup_.plan.skip + text().graphs));
  return make_plan(*victim_, data, plan_options("graph"), setup_.budget);
}

std::string GraphSession::fingerprint() {
  return graph_fingerprint(*victim_, text().model);
}

void GraphSession::describe(RunFacts& run) const {
  const EditRules& rules = setup_.budget.rules;
  run.task = "graphs";
  run.class_names = class_names_;
  run.data = source_;
  run.node_label_count = node_label_count_;
  run.attribute_count = attribute_count_;
  run.node_pool = node_pool_;
  run.features = victim_->spec().features;
  run.threat = "edits";
  run.edits = {
      to_string(rules.mode),  rules.ratio,         rules.most_edits,      rules.hops,
      rules.keep_connected,   rules.most_injected, rules.injected_degree, setup_.budget.queries_per_edit,
      setup_.budget.query_cap};
}

std::vector<std::string> GraphSession::announcement(const Plan& plan) const {
  const auto& spec = victim_->spec();
  const EditRules& rules = setup_.budget.rules;
  std::string bound = fmt::format("{} edits, {:.4g} n^2 of them", to_string(rules.mode), rules.ratio);
  if (rules.most_edits > 0) bound += fmt::format(", at most {}", rules.most_edits);
  if (rules.hops > 0) bound += fmt::format(", within {} hops", rules.hops);
  if (rules.keep_connected) bound += ", connected";
  return {fmt::format("{}: graphs, {}{} classes, {}", spec.name,
                      spec.features.empty() ? "" : "features " + spec.features + ", ", spec.classes,
                      spec.labels_only ? "labels only"
                      : spec.top > 0   ? fmt::format("{} of the {} best", to_string(spec.kind), spec.top)
                                       : to_string(spec.kind)),
          clean_line(source_, "graph", plan),
          fmt::format("{}; budget {} queries an edit, up to {}", bound, setup_.budget.queries_per_edit,
                      plan.largest_budget())};
}

void GraphSession::reload() {
  GraphVictimOptions options = setup_.victim;
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

AttackSummary GraphSession::summary_of(const std::string& attack) const {
  return make_graph_recipe(attack, setup_.plan.visible).summary;
}

std::unique_ptr<Mount<Graph>> GraphSession::mount() const {
  return std::make_unique<GraphMount>(database(), task_, victim_->spec().classes, setup_.plan.visible);
}

Arena<Graph> GraphSession::arena(Bound bound, const std::string& attack) const {
  const auto task = std::make_shared<const GraphTask>(widened(task_.rules(), bound));
  const auto mounted =
      std::make_shared<GraphMount>(database(), *task, victim_->spec().classes, setup_.plan.visible);
  mounted->add(attack);
  const std::string text = bound == Bound::own     ? "as many edits"
                           : bound == Bound::twice ? "with twice as many edits"
                                                   : "with any edits";
  return {task, mounted, text};
}

}  // namespace bora
