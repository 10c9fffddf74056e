#include "attacks/runner/graph_plan.h"

#include <algorithm>

#include "attacks/factory.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/runner/plan_checks.h"
#include "common/error.h"
#include "common/random.h"
#include "common/text.h"
#include "data/graphs/graph_json.h"

namespace bora::attacks {
namespace {

// Graphs and their victim, as a PlanSource. The data must outlive it.
class GraphSource final : public PlanSource {
 public:
  GraphSource(GraphVictim& victim, const GraphDataset& data, const PlanOptions& options,
              const GraphBudget& budget)
      : victim_(victim),
        data_(data),
        label_only_(options.visible.label_only()),
        seed_(options.seed),
        budget_(budget) {}

  const char* noun() const override { return "graph"; }
  int size() const override { return data_.size(); }
  int classes() const override { return victim_.classes(); }
  std::string source() const override { return data_.source; }
  std::string suspects() const override { return "--features"; }
  int label(int i) const override { return data_.labels[i]; }
  int record(int i) const override { return data_.records[i]; }
  std::string name(int i) const override { return data_.names.empty() ? "" : data_.names[i]; }
  std::string content(int i) const override { return to_json(data_.graphs[i]); }
  int nodes(int i) const override { return data_.graphs[i].nodes; }
  int edges(int i) const override { return static_cast<int>(data_.graphs[i].edges.size()); }
  int budget(int i) const override { return budget_.queries(threat(i)->budget()); }

  std::string unsuitable(int i) const override {
    GraphAttackProblem problem;
    problem.threat = threat(i);
    Rng rng(mix_seed(mix_seed(seed_, "editable"), static_cast<std::uint64_t>(data_.records[i])));
    return EditSampler(problem).any(rng) ? "" : "cannot be edited";
  }

  std::vector<VictimReply> ask(std::span<const int> inputs) override {
    std::vector<const Graph*> graphs;
    for (const int input : inputs) graphs.push_back(&data_.graphs[input]);
    return victim_.ask(graphs, label_only_);
  }

 private:
  // Returns the threat model around graph `i`, which it references without owning it.
  std::shared_ptr<const GraphThreat> threat(int i) const {
    const std::shared_ptr<const Graph> borrowed(std::shared_ptr<const Graph>(), &data_.graphs[i]);
    return std::make_shared<const GraphThreat>(budget_.rules, borrowed);
  }

  Oracle<Graph> victim_;
  const GraphDataset& data_;
  bool label_only_;
  std::uint64_t seed_;
  GraphBudget budget_;
};

// Throws InputError if the labels or attributes of the nodes do not suit the victim.
void check_nodes(const GraphVictimSpec& spec, const GraphDataset& data) {
  if (spec.node_label_count > 0 && data.node_label_count == 0)
    throw InputError("{}: nodes have no labels, but {} uses them", data.source, spec.name);
  if (spec.node_label_count > 0 && data.node_label_count > spec.node_label_count)
    throw InputError("{}: nodes have labels 0 to {}, but {} accepts 0 to {}", data.source,
                     data.node_label_count - 1, spec.name, spec.node_label_count - 1);
  if (spec.attribute_count > 0 && data.attribute_count != spec.attribute_count)
    throw InputError("{}: nodes have {} attributes, but {} uses {}", data.source, data.attribute_count,
                     spec.name, spec.attribute_count);
}

}  // namespace

int GraphBudget::queries(int edits) const {
  return static_cast<int>(
      std::min<std::int64_t>(static_cast<std::int64_t>(queries_per_edit) * edits, query_cap));
}

Plan make_plan(GraphVictim& victim, const GraphDataset& data, const PlanOptions& options,
               const GraphBudget& budget) {
  const auto& spec = victim.spec();
  check_nodes(spec, data);
  // Named classes are numbered in the order of the source. If they are only some of the model's, these
  // numbers may differ from the model's.
  const bool fewer = data.classes > 0 && data.classes < spec.classes;
  if (fewer && !data.class_names.empty())
    throw InputError(
        "{}: has {} ({}), but {} has {}; state their numbers in the model by names of its classes in its file "
        "(class_names), or by labels from 0 to {} in a TU set",
        data.source, count_of(data.classes, "class", "classes"), printable(join(data.class_names)), spec.name,
        spec.classes, spec.classes - 1);
  GraphSource source(victim, data, options, budget);
  // Fewer classes without names are allowed: 0 leaves their number unchecked, and each label is checked.
  check_classes(source, spec.name, fewer ? 0 : data.classes, options);
  refuse_missing_gradients(Oracle<Graph>(victim), kAnyShape, options);
  return make_plan(source, options);
}

Graph draw_node_pool(const GraphDataset& data, int most, std::uint64_t seed) {
  std::vector<std::pair<int, int>> places;  // (graph, node) of every node in the data
  for (int i = 0; i < data.size(); ++i)
    for (int node = 0; node < data.graphs[i].nodes; ++node) places.emplace_back(i, node);
  Rng rng(mix_seed(seed, "node pool"));
  if (static_cast<int>(places.size()) > most) {
    rng.shuffle(places);
    places.resize(most);
  }
  Graph pool;
  pool.nodes = static_cast<int>(places.size());
  pool.attribute_count = data.attribute_count;
  for (const auto& [i, node] : places) {
    const Graph& graph = data.graphs[i];
    if (!graph.node_labels.empty()) pool.node_labels.push_back(graph.node_labels[node]);
    const auto attributes = graph.attributes_of(node);
    pool.attributes.insert(pool.attributes.end(), attributes.begin(), attributes.end());
  }
  return pool;
}

NodePool node_pool(const Graph& nodes) {
  return {nodes.node_labels, nodes.attributes, nodes.attribute_count, nodes.nodes};
}

}  // namespace bora::attacks
