#include "attacks/graph/proposals/edit_proposals.h"

#include <iterator>

namespace bora::attacks {

float draw_weight(const Graph& original, Rng& rng) {
  if (!original.weighted()) return 1;
  return original.weights[rng.index(static_cast<int>(original.weights.size()))];
}

std::optional<NodePair> draw_edge(const EditableGraph& base, const Graph& original, Rng& rng) {
  if (base.edges() == 0) return std::nullopt;
  // Rejection sampling: every edge of `base` is an edge of the original or an added one among the changes.
  constexpr int kTries = 64;
  const int originals = static_cast<int>(original.edges.size());
  const int changes = static_cast<int>(base.changes().size());
  for (int i = 0; i < kTries; ++i) {
    const int place = rng.index(originals + changes);
    if (place < originals) {
      if (base.has_edge(original.edges[place])) return original.edges[place];
    } else {
      const auto& [pair, before] = *std::next(base.changes().begin(), place - originals);
      if (before == 0) return pair;
    }
  }
  int left = rng.index(base.edges());
  for (int u = 0;; ++u)
    for (const auto& neighbour : base.neighbours(u))
      if (neighbour.node > u && left-- == 0) return NodePair{u, neighbour.node};
}

std::optional<NodePair> draw_added_edge(const EditableGraph& base, Rng& rng) {
  std::optional<NodePair> drawn;
  int seen = 0;
  for (const auto& [pair, before] : base.changes())
    if (before == 0 && rng.index(++seen) == 0) drawn = pair;
  return drawn;
}

std::optional<NodePair> draw_changed_pair(const EditableGraph& base, Rng& rng) {
  if (base.changes().empty()) return std::nullopt;
  return std::next(base.changes().begin(), rng.index(static_cast<int>(base.changes().size())))->first;
}

}  // namespace bora::attacks
