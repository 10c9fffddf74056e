#include "data/graphs/graph.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/text.h"

namespace bora::data {
namespace {

// Throws InputError unless there are no labels, or one per member (node or edge), none below 0.
void check_labels(const std::vector<int>& labels, std::size_t members, const char* member,
                  const std::string& where) {
  if (labels.empty()) return;
  if (labels.size() != members)
    throw InputError("{}: {} {} labels for {} {}s", where, labels.size(), member, members, member);
  for (std::size_t i = 0; i < members; ++i)
    if (labels[i] < 0)
      throw InputError("{}: label {} of {} {}, expected 0 or more", where, labels[i], member, i);
}

void check_weights(const Graph& graph, const std::string& where) {
  if (graph.weights.empty()) return;
  if (graph.weights.size() != graph.edges.size())
    throw InputError("{}: {} weights for {} edges", where, graph.weights.size(), graph.edges.size());
  for (std::size_t i = 0; i < graph.weights.size(); ++i)
    if (!std::isfinite(graph.weights[i]) || graph.weights[i] <= 0)
      throw InputError("{}: weight {} of edge {}-{}, expected a finite number above 0", where,
                       graph.weights[i], graph.edges[i].u, graph.edges[i].v);
}

}  // namespace

int Graph::find(NodePair pair) const {
  const auto at = std::lower_bound(edges.begin(), edges.end(), pair);
  return at != edges.end() && *at == pair ? static_cast<int>(at - edges.begin()) : -1;
}

std::vector<int> degrees(const Graph& graph) {
  std::vector<int> degree(graph.nodes, 0);
  for (const auto& [u, v] : graph.edges) {
    ++degree[u];
    ++degree[v];
  }
  return degree;
}

void check(const Graph& graph, const std::string& where) {
  if (graph.nodes < 1) throw InputError("{}: a graph of {} nodes, expected at least 1", where, graph.nodes);
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    const auto [u, v] = graph.edges[i];
    if (u < 0 || v >= graph.nodes || u >= v)
      throw InputError("{}: edge {}-{}, expected two nodes of 0 to {}, the smaller first", where, u, v,
                       graph.nodes - 1);
    if (i > 0 && graph.edges[i - 1] == graph.edges[i])
      throw InputError("{}: edge {}-{} occurs twice", where, u, v);
    if (i > 0 && graph.edges[i - 1] > graph.edges[i])
      throw InputError("{}: edge {}-{} comes after {}-{}, expected ascending edges", where, u, v,
                       graph.edges[i - 1].u, graph.edges[i - 1].v);
  }
  check_weights(graph, where);
  check_labels(graph.node_labels, static_cast<std::size_t>(graph.nodes), "node", where);
  check_labels(graph.edge_labels, graph.edges.size(), "edge", where);
  if (graph.attribute_count < 0 ||
      graph.attributes.size() != static_cast<std::size_t>(graph.nodes) * graph.attribute_count)
    throw InputError("{}: {} attribute values for {} nodes of {} attributes", where, graph.attributes.size(),
                     graph.nodes, graph.attribute_count);
  for (std::size_t i = 0; i < graph.attributes.size(); ++i)
    if (!std::isfinite(graph.attributes[i]))
      throw InputError("{}: attribute {} of node {}, expected a finite number", where, graph.attributes[i],
                       i / graph.attribute_count);
}

GraphDataset select(const GraphDataset& dataset, std::span<const int> rows) {
  GraphDataset chosen;
  chosen.class_names = dataset.class_names;
  chosen.classes = dataset.classes;
  chosen.node_label_count = dataset.node_label_count;
  chosen.literal_node_labels = dataset.literal_node_labels;
  chosen.attribute_count = dataset.attribute_count;
  chosen.source = dataset.source;
  chosen.notes = dataset.notes;
  chosen.warnings = dataset.warnings;
  chosen.graphs.reserve(rows.size());
  for (const int row : rows) {
    chosen.graphs.push_back(dataset.graphs[row]);
    chosen.labels.push_back(dataset.labels[row]);
    chosen.records.push_back(dataset.records[row]);
    if (!dataset.names.empty()) chosen.names.push_back(dataset.names[row]);
  }
  return chosen;
}

void check(const GraphDataset& dataset) {
  const auto& source = dataset.source;
  const std::size_t n = dataset.graphs.size();
  const std::string graphs = count_of(static_cast<std::int64_t>(n), "graph");
  if (n == 0) throw InputError("{}: holds no graphs", source);
  if (dataset.labels.size() != n)
    throw InputError("{}: {} for {}", source, count_of(std::ssize(dataset.labels), "label"), graphs);
  if (dataset.records.size() != n)
    throw InputError("{}: {} for {}", source, count_of(std::ssize(dataset.records), "record number"), graphs);
  if (!dataset.names.empty() && dataset.names.size() != n)
    throw InputError("{}: {} for {}", source, count_of(std::ssize(dataset.names), "name"), graphs);
  if (!dataset.class_names.empty() && dataset.class_names.size() != static_cast<std::size_t>(dataset.classes))
    throw InputError("{}: {} for {}", source, count_of(std::ssize(dataset.class_names), "class name"),
                     count_of(dataset.classes, "class", "classes"));
  for (std::size_t i = 0; i < n; ++i) {
    const Graph& graph = dataset.graphs[i];
    const int label = dataset.labels[i];
    const auto where = [&] {
      return dataset.names.empty() ? fmt::format("{}: record {}", source, dataset.records[i])
                                   : fmt::format("{}: {}", source, dataset.names[i]);
    };
    if (label < -1 || (dataset.classes > 0 && label >= dataset.classes))
      throw InputError("{}: label {}, expected 0 to {}", where(), label, dataset.classes - 1);
    check(graph, where());
    if (graph.attribute_count != dataset.attribute_count)
      throw InputError("{}: {} attributes a node, expected {}", where(), graph.attribute_count,
                       dataset.attribute_count);
    if (graph.node_labels.empty() != (dataset.node_label_count == 0))
      throw InputError("{}: {} node labels, expected {}", where(), graph.node_labels.size(),
                       dataset.node_label_count == 0 ? 0 : graph.nodes);
    for (const int node_label : graph.node_labels)
      if (node_label >= dataset.node_label_count)
        throw InputError("{}: node label {}, expected 0 to {}", where(), node_label,
                         dataset.node_label_count - 1);
  }
}

}  // namespace bora::data
