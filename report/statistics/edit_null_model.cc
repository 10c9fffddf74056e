#include "report/statistics/edit_null_model.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace bora::report {
namespace {

constexpr int kTries = 100;

/// Returns `count` different items in random order, or all of them if there are fewer (partial Fisher-Yates
/// shuffle over a sparse array).
std::vector<NodePair> draw_some(const std::vector<NodePair>& items, std::size_t count, Rng& rng) {
  const int n = static_cast<int>(items.size());
  std::unordered_map<int, int> moved;
  const auto at = [&](int place) {
    const auto it = moved.find(place);
    return it == moved.end() ? place : it->second;
  };
  std::vector<NodePair> chosen;
  for (int i = 0; i < n && chosen.size() < count; ++i) {
    const int other = i + rng.index(n - i);
    chosen.push_back(items[at(other)]);
    moved[other] = at(i);
  }
  return chosen;
}

}  // namespace

EditNullModel::EditNullModel(const GraphStructure& original, const EditFacts& rules)
    : original_(original), rules_(rules) {
  for (int u = 0; u < original.nodes(); ++u) {
    for (int v = u + 1; v < original.nodes(); ++v) {
      const bool near = rules.hops <= 0 || original.within(u, v, rules.hops);
      if (near && !original.has_edge({u, v})) absent_.push_back({u, v});
    }
  }
}

std::optional<EditedPairs> EditNullModel::draw(const GraphChanges& observed, Rng& rng) const {
  for (int attempt = 0; attempt < kTries; ++attempt) {
    auto drawn = draw_once(observed, rng);
    if (drawn && !(rules_.keep_connected && disconnects(*drawn))) return drawn;
  }
  return std::nullopt;
}

std::optional<EditedPairs> EditNullModel::draw_once(const GraphChanges& observed, Rng& rng) const {
  if (rules_.mode == "rewire") return rewirings(observed.removed.size(), rng);
  if (rules_.mode == "swap") return swaps(observed.removed.size() / 2, rng);
  if (rules_.mode == "inject") return injections(observed, rng);
  return EditedPairs{draw_some(absent_, observed.added.size(), rng),
                     draw_some(original_.edges(), observed.removed.size(), rng),
                     draw_some(original_.edges(), observed.reweighted.size(), rng)};
}

std::optional<EditedPairs> EditNullModel::rewirings(std::size_t count, Rng& rng) const {
  EditedPairs drawn;
  std::set<NodePair> added;
  for (const NodePair& edge : draw_some(original_.edges(), count, rng)) {
    bool moved = false;
    for (int attempt = 0; attempt < kTries && !moved; ++attempt) {
      const int kept = rng.index(2) == 0 ? edge.u : edge.v;
      const int end = rng.index(original_.nodes());
      if (end == kept || original_.has_edge({kept, end})) continue;
      if (rules_.hops > 0 && !original_.within(kept, end, rules_.hops)) continue;
      moved = added.insert(pair_of(kept, end)).second;
    }
    if (!moved) return std::nullopt;
    drawn.removed.push_back(edge);
  }
  drawn.added.assign(added.begin(), added.end());
  return drawn;
}

std::optional<EditedPairs> EditNullModel::swaps(std::size_t count, Rng& rng) const {
  const auto& edges = original_.edges();
  EditedPairs drawn;
  std::set<NodePair> added;
  std::set<NodePair> removed;
  for (int attempt = 0; attempt < kTries && removed.size() < 2 * count; ++attempt) {
    const NodePair first = edges[rng.index(static_cast<int>(edges.size()))];
    const NodePair second = edges[rng.index(static_cast<int>(edges.size()))];
    const bool turned = rng.index(2) == 0;
    const auto [c, d] = turned ? std::pair(second.v, second.u) : std::pair(second.u, second.v);
    if (std::set<int>{first.u, first.v, c, d}.size() < 4) continue;
    if (removed.count(first) > 0 || removed.count(second) > 0) continue;
    const NodePair one = pair_of(first.u, d);
    const NodePair other = pair_of(c, first.v);
    if (original_.has_edge(one) || original_.has_edge(other)) continue;
    if (added.count(one) > 0 || added.count(other) > 0) continue;
    added.insert({one, other});
    removed.insert({first, second});
  }
  if (removed.size() < 2 * count) return std::nullopt;
  drawn.added.assign(added.begin(), added.end());
  drawn.removed.assign(removed.begin(), removed.end());
  return drawn;
}

EditedPairs EditNullModel::injections(const GraphChanges& observed, Rng& rng) const {
  EditedPairs drawn;
  std::set<NodePair> added;
  for (const NodePair& pair : observed.added) {
    if (pair.u >= observed.first_injected) {  // between two injected nodes: kept, as the original has neither
      drawn.added.push_back(pair);
      continue;
    }
    NodePair place = pair;
    do {
      place.u = rng.index(original_.nodes());
    } while (!added.insert(place).second);
  }
  drawn.added.insert(drawn.added.end(), added.begin(), added.end());
  return drawn;
}

bool EditNullModel::disconnects(const EditedPairs& drawn) const {
  std::vector<NodePair> edges;
  std::vector<NodePair> removed = drawn.removed;
  std::sort(removed.begin(), removed.end());
  std::set_difference(original_.edges().begin(), original_.edges().end(), removed.begin(), removed.end(),
                      std::back_inserter(edges));
  int nodes = original_.nodes();
  for (const NodePair& pair : drawn.added) {
    edges.push_back(pair);
    nodes = std::max(nodes, pair.v + 1);
  }
  const auto component = components(adjacency(nodes, edges));
  return *std::max_element(component.begin(), component.end()) + 1 > original_.component_count();
}

}  // namespace bora::report
