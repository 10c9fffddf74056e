#include "attacks/graph/leap.h"

#include <algorithm>
#include <map>

namespace bora {

std::optional<Edit> draw_leap(EditableGraph& base, const GraphThreat& threat, const EditSampler& sampler,
                              const std::vector<Edit>& pool, double random_share, Rng& rng) {
  const EditMode mode = threat.rules().mode;
  const auto edits_made = [&] { return edits_of_pairs(mode, static_cast<int>(base.changes().size())); };
  const int start = edits_made();
  const int end = std::min(threat.budget(), start + kMostLeapEdits);
  if (end - start < 2) return std::nullopt;

  Edit leap;
  std::vector<Edit> inverses;
  std::map<NodePair, float> before;  // weights that have changed on the way
  constexpr int kFutile = 32;        // draws in a row that do not raise the number of edits
  for (int futile = 0; futile < kFutile && edits_made() < end;) {
    const int count = edits_made();
    std::optional<Edit> edit;
    if (!pool.empty() && rng.uniform() >= random_share) {
      const Edit& chosen = pool[rng.index(static_cast<int>(pool.size()))];
      if (sampler.allows(chosen, base)) edit = chosen;
    }
    if (!edit) edit = sampler.draw(base, rng);
    if (!edit) break;
    if (edit->node && leap.node) {
      ++futile;
      continue;
    }
    for (const EdgeChange& change : edit->changes) before.emplace(change.pair, base.weight(change.pair));
    Edit inverse = base.apply(*edit);
    if (edits_made() <= count) {
      base.undo(inverse);
      ++futile;
      continue;
    }
    if (edit->node) leap.node = edit->node;
    inverses.push_back(std::move(inverse));
    futile = 0;
  }
  for (const auto& [pair, weight] : before)
    if (base.weight(pair) != weight) leap.changes.push_back({pair, base.weight(pair)});
  for (; !inverses.empty(); inverses.pop_back()) base.undo(inverses.back());
  return leap.changes.empty() ? std::nullopt : std::optional(std::move(leap));
}

}  // namespace bora
