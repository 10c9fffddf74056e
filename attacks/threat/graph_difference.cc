#include "attacks/threat/graph_difference.h"

#include <boost/pending/disjoint_sets.hpp>

namespace bora::attacks {

std::vector<EdgeDifference> edge_differences(const Graph& before, const Graph& after) {
  std::vector<EdgeDifference> differences;
  const int old_edges = static_cast<int>(before.edges.size());
  const int new_edges = static_cast<int>(after.edges.size());
  for (int i = 0, j = 0; i < old_edges || j < new_edges;) {
    if (j == new_edges || (i < old_edges && before.edges[i] < after.edges[j])) {
      differences.push_back({before.edges[i], before.weight(i), 0});
      ++i;
    } else if (i == old_edges || after.edges[j] < before.edges[i]) {
      differences.push_back({after.edges[j], 0, after.weight(j)});
      ++j;
    } else {
      if (before.weight(i) != after.weight(j))
        differences.push_back({before.edges[i], before.weight(i), after.weight(j)});
      ++i;
      ++j;
    }
  }
  return differences;
}

int connected_components(const Graph& graph) {
  boost::disjoint_sets_with_storage<> sets(graph.nodes);
  int components = graph.nodes;
  for (const auto& [u, v] : graph.edges) {
    const auto at_u = sets.find_set(u);
    const auto at_v = sets.find_set(v);
    if (at_u == at_v) continue;
    sets.link(at_u, at_v);
    --components;
  }
  return components;
}

}  // namespace bora::attacks
