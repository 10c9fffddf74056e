#include "nas/space/architecture.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/hash.h"

namespace bora::nas {
namespace {

std::string cell_hash(const LabelledDag& graph) {
  const DagNeighbours around(graph);
  std::vector<std::string> now;
  for (const int label : graph.labels) now.push_back(std::to_string(label));
  const auto sorted = [&](const std::vector<int>& nodes) {
    std::vector<std::string> labels;
    for (const int v : nodes) labels.push_back(now[static_cast<std::size_t>(v)]);
    std::sort(labels.begin(), labels.end());
    return fmt::format("{}", fmt::join(labels, ","));
  };
  for (int h = 0; h < graph.nodes(); ++h) {
    std::vector<std::string> next;
    for (std::size_t v = 0; v < now.size(); ++v)
      next.push_back(sha256(now[v] + "<" + sorted(around.before[v]) + ">" + sorted(around.after[v])));
    now = std::move(next);
  }
  std::sort(now.begin(), now.end());
  return fmt::format("{}", fmt::join(now, ""));
}

// Returns the contracted graph with an edge for each way over skip connections that an edge stands for.
LabelledDag with_every_way(const CellGraphs& cell) {
  const LabelledDag& graph = cell.pruned;
  const std::set<int> kept(cell.contracted.labels.begin(), cell.contracted.labels.end());
  std::map<std::pair<int, int>, int> ways;
  for (const auto& edge : graph.edges) ways[edge] = 1;
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
    for (const auto& [edge, times] : ways) {
      if (edge.second == v) {
        before[edge] = times;
      } else {
        (edge.first == v ? after : others)[edge] = times;
      }
    }
    for (const auto& [from, times] : before)
      for (const auto& [to, more] : after) others[{from.first, to.second}] += times * more;
    ways = std::move(others);
  }
  for (const auto& [edge, times] : ways)
    out.edges.insert(
        out.edges.end(), static_cast<std::size_t>(times),
        {numbers[static_cast<std::size_t>(edge.first)], numbers[static_cast<std::size_t>(edge.second)]});
  return out;
}

template <typename View>
std::string hash_of(const Architecture& architecture, View view) {
  if (architecture.record()->text_is_canonical) return sha256(architecture.text());
  std::string all;
  for (const CellGraphs& cell : architecture.cells()) all += cell_hash(view(cell)) + "|";
  return sha256(all);
}

}  // namespace

std::string canonical_hash(const Architecture& architecture) {
  return hash_of(architecture, [](const CellGraphs& cell) { return cell.contracted; });
}

std::string computation_hash(const Architecture& architecture) {
  return hash_of(architecture, with_every_way);
}

}  // namespace bora::nas
