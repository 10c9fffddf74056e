#include "report/statistics/graph_changes.h"

#include <algorithm>

#include "common/error.h"

namespace bora::report {

std::vector<NodePair> GraphChanges::edited() const {
  std::vector<NodePair> all;
  for (const auto* pairs : {&added, &removed, &reweighted})
    all.insert(all.end(), pairs->begin(), pairs->end());
  std::sort(all.begin(), all.end());
  return all;
}

GraphChanges changes_between(const Graph& original, const Graph& adversarial) {
  if (adversarial.nodes < original.nodes)
    throw InputError("the adversarial graph has {} nodes, fewer than the {} of its original",
                     adversarial.nodes, original.nodes);
  GraphChanges changes;
  changes.first_injected = original.nodes;
  changes.injected = adversarial.nodes - original.nodes;
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < original.edges.size() || b < adversarial.edges.size()) {
    const bool only_first = b == adversarial.edges.size() ||
                            (a < original.edges.size() && original.edges[a] < adversarial.edges[b]);
    const bool only_second =
        !only_first && (a == original.edges.size() || adversarial.edges[b] < original.edges[a]);
    if (only_first) {
      changes.removed.push_back(original.edges[a++]);
    } else if (only_second) {
      changes.added.push_back(adversarial.edges[b++]);
    } else {
      if (original.weight(static_cast<int>(a)) != adversarial.weight(static_cast<int>(b)))
        changes.reweighted.push_back(original.edges[a]);
      changes.kept.push_back(original.edges[a]);
      ++a;
      ++b;
    }
  }
  return changes;
}

std::vector<std::vector<int>> adjacency(int nodes, const std::vector<NodePair>& edges) {
  std::vector<std::vector<int>> neighbours(nodes);
  for (const auto& [u, v] : edges) {
    neighbours[u].push_back(v);
    neighbours[v].push_back(u);
  }
  for (auto& list : neighbours) std::sort(list.begin(), list.end());
  return neighbours;
}

std::vector<int> steps_from(const std::vector<std::vector<int>>& neighbours,
                            const std::vector<int>& sources) {
  std::vector<int> steps(neighbours.size(), -1);
  std::vector<int> queue;
  for (const int source : sources) {
    if (steps[source] == 0) continue;
    steps[source] = 0;
    queue.push_back(source);
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int node = queue[next];
    for (const int neighbour : neighbours[node]) {
      if (steps[neighbour] >= 0) continue;
      steps[neighbour] = steps[node] + 1;
      queue.push_back(neighbour);
    }
  }
  return steps;
}

std::vector<int> components(const std::vector<std::vector<int>>& neighbours) {
  std::vector<int> component(neighbours.size(), -1);
  int count = 0;
  std::vector<int> queue;
  for (int start = 0; start < static_cast<int>(neighbours.size()); ++start) {
    if (component[start] >= 0) continue;
    queue.assign(1, start);
    component[start] = count;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const int neighbour : neighbours[queue[next]]) {
        if (component[neighbour] >= 0) continue;
        component[neighbour] = count;
        queue.push_back(neighbour);
      }
    }
    ++count;
  }
  return component;
}

}  // namespace bora::report
