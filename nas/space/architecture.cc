#include "nas/space/architecture.h"

#include <map>
#include <set>
#include <utility>

#include "common/hash.h"
#include "nas/space/canonical_form.h"

namespace bora::nas {
namespace {

// Returns the contracted graph with one edge for each path of skip connections, so that two nodes may be
// joined by several edges.
LabelledDag with_parallel_edges(const CellGraphs& cell) {
  const LabelledDag& graph = cell.pruned;
  const std::set<int> kept(cell.contracted.labels.begin(), cell.contracted.labels.end());
  std::map<std::pair<int, int>, int> counts;  // number of edges between two nodes
  for (const auto& edge : graph.edges) counts[edge] = 1;
  LabelledDag out;
  std::vector<int> numbers(graph.labels.size(), -1);
  for (int v = 0; v < graph.nodes(); ++v) {
    const int label = graph.labels[static_cast<std::size_t>(v)];
    if (v == 0 || v + 1 == graph.nodes() || kept.contains(label)) {
      numbers[static_cast<std::size_t>(v)] = out.nodes();
      out.labels.push_back(label);
      continue;
    }
    std::map<std::pair<int, int>, int> others, before, after;
    for (const auto& [edge, times] : counts) {
      if (edge.second == v) {
        before[edge] = times;
      } else {
        (edge.first == v ? after : others)[edge] = times;
      }
    }
    for (const auto& [from, times] : before)
      for (const auto& [to, more] : after) others[{from.first, to.second}] += times * more;
    counts = std::move(others);
  }
  for (const auto& [edge, times] : counts)
    out.edges.insert(
        out.edges.end(), static_cast<std::size_t>(times),
        {numbers[static_cast<std::size_t>(edge.first)], numbers[static_cast<std::size_t>(edge.second)]});
  return out;
}

}  // namespace

std::string computation_hash(const Architecture& architecture) {
  if (architecture.record()->text_is_canonical) return sha256(architecture.text());
  std::string all;
  const auto& values = architecture.record()->values;
  for (const LabelledDag& graph : values) all += canonical_form(graph) + "|";
  if (!values.empty()) return sha256(all);
  for (const CellGraphs& cell : architecture.cells()) all += canonical_form(with_parallel_edges(cell)) + "|";
  return sha256(all);
}

}  // namespace bora::nas
