#include "nas/space/architecture.h"

#include <algorithm>
#include <string_view>

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

std::string hash_of(const Architecture& architecture, LabelledDag CellGraphs::*view) {
  if (architecture.record()->text_is_canonical) return sha256(architecture.text());
  std::string all;
  for (const CellGraphs& cell : architecture.cells()) all += cell_hash(cell.*view) + "|";
  return sha256(all);
}

}  // namespace

std::string canonical_hash(const Architecture& architecture) {
  return hash_of(architecture, &CellGraphs::contracted);
}

std::string computation_hash(const Architecture& architecture) {
  return hash_of(architecture, &CellGraphs::pruned);
}

}  // namespace bora::nas
