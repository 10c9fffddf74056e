#include "surrogates/kernels/graph/labelled_dag.h"

#include <set>

#include "common/error.h"

namespace bora::surrogates {
namespace {

using Edges = std::set<std::pair<int, int>>;

// Returns the subgraph of the kept nodes, renumbered in their order.
LabelledDag induced(const LabelledDag& graph, const Edges& edges, const std::vector<bool>& kept) {
  LabelledDag out;
  std::vector<int> number(kept.size(), -1);
  for (int v = 0; v < graph.nodes(); ++v) {
    if (!kept[v]) continue;
    number[v] = out.nodes();
    out.labels.push_back(graph.labels[v]);
  }
  for (const auto& [from, to] : edges)
    if (kept[from] && kept[to]) out.edges.emplace_back(number[from], number[to]);
  return out;
}

// Returns whether the node is neither the first nor the last.
bool inner(const LabelledDag& graph, int node) {
  return node > 0 && node + 1 < graph.nodes();
}

}  // namespace

void LabelledDag::check() const {
  if (nodes() < 2) throw InputError("graph: {} nodes, expected at least 2", nodes());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [from, to] = edges[i];
    if (from < 0 || from >= to || to >= nodes())
      throw InputError("graph: an edge from {} to {}, expected 0 <= from < to < {}", from, to, nodes());
    if (i > 0 && edges[i] <= edges[i - 1])
      throw InputError("graph: the edge from {} to {} is out of order or occurs twice", from, to);
  }
}

DagNeighbours::DagNeighbours(const LabelledDag& graph) : before(graph.nodes()), after(graph.nodes()) {
  for (const auto& [from, to] : graph.edges) {
    after[from].push_back(to);
    before[to].push_back(from);
  }
}

LabelledDag pruned(const LabelledDag& graph) {
  // Edges are sorted by their first node, so one pass in each direction finds all nodes that can be reached.
  std::vector<bool> reached(graph.nodes(), false), reaches(graph.nodes(), false), kept(graph.nodes());
  reached.front() = reaches.back() = true;
  for (const auto& [from, to] : graph.edges)
    if (reached[from]) reached[to] = true;
  for (auto edge = graph.edges.rbegin(); edge != graph.edges.rend(); ++edge)
    if (reaches[edge->second]) reaches[edge->first] = true;
  for (int v = 0; v < graph.nodes(); ++v) kept[v] = (reached[v] && reaches[v]) || !inner(graph, v);
  return induced(graph, {graph.edges.begin(), graph.edges.end()}, kept);
}

LabelledDag without(const LabelledDag& graph, int label) {
  std::vector<bool> kept(graph.nodes());
  for (int v = 0; v < graph.nodes(); ++v) kept[v] = graph.labels[v] != label || !inner(graph, v);
  return induced(graph, {graph.edges.begin(), graph.edges.end()}, kept);
}

LabelledDag bridged(const LabelledDag& graph, int label) {
  Edges edges(graph.edges.begin(), graph.edges.end());
  std::vector<bool> kept(graph.nodes(), true);
  for (int v = 0; v < graph.nodes(); ++v) {
    if (graph.labels[v] != label || !inner(graph, v)) continue;
    kept[v] = false;
    std::vector<int> before, after;
    for (const auto& [from, to] : edges) {
      if (to == v) before.push_back(from);
      if (from == v) after.push_back(to);
    }
    std::erase_if(edges, [v](const auto& edge) { return edge.first == v || edge.second == v; });
    for (const int from : before)
      for (const int to : after) edges.emplace(from, to);
  }
  return induced(graph, edges, kept);
}

}  // namespace bora::surrogates
