#include "attacks/graph/graph_surrogate.h"

#include "common/error.h"
#include "surrogates/kernels/graph/continuous_weisfeiler_lehman.h"
#include "surrogates/kernels/graph/weisfeiler_lehman.h"

namespace bora::attacks {

const std::vector<std::string>& graph_feature_kinds() {
  static const std::vector<std::string> kinds = {"auto", "labels", "degrees", "attributes"};
  return kinds;
}

std::unique_ptr<GraphFeatures> graph_features(const Graph& graph, const std::string& kind, int iterations,
                                              int bins) {
  const bool attributed = graph.attribute_count > 0, labelled = !graph.node_labels.empty();
  const bool by_attributes = kind == "attributes" || (kind == "auto" && attributed);
  const bool by_labels = kind == "labels" || (kind == "auto" && labelled && !by_attributes);
  if (by_attributes && !attributed)
    throw InputError("features=attributes: the nodes of these graphs have none");
  if (by_labels && !labelled) throw InputError("features=labels: the nodes of these graphs have none");

  FeatureGraph view;
  view.neighbours.resize(graph.nodes);
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [u, v] = graph.edges[i];
    const double weight = graph.weight(static_cast<int>(i));
    view.neighbours[u].push_back({v, weight});
    view.neighbours[v].push_back({u, weight});
  }
  if (by_labels) view.labels = graph.node_labels;
  if (!by_attributes) return std::make_unique<WeisfeilerLehman>(view, iterations);
  for (int node = 0; node < graph.nodes; ++node) {
    const auto values = graph.attributes_of(node);
    view.attributes.emplace_back(values.begin(), values.end());
  }
  return std::make_unique<ContinuousWeisfeilerLehman>(view, iterations, bins);
}

FeatureChange feature_change(const Edit& edit) {
  FeatureChange change;
  if (edit.node)
    change.new_nodes.push_back(
        {edit.node->label, {edit.node->attributes.begin(), edit.node->attributes.end()}});
  for (const EdgeChange& edge : edit.changes)
    change.edges.push_back({edge.pair.u, edge.pair.v, static_cast<double>(edge.weight)});
  return change;
}

}  // namespace bora::attacks
