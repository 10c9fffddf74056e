#include "attacks/graph/proposals/edit_sampler.h"

#include <algorithm>

#include "attacks/graph/connectivity.h"
#include "attacks/graph/proposals/edit_proposals.h"
#include "attacks/threat/graph_difference.h"

namespace bora::attacks {
namespace {

constexpr int kTries = 256;  // largest number of proposals for one draw

std::unique_ptr<EditProposals> make_proposals(const GraphAttackProblem& problem) {
  // There is no default case, so that the compiler warns if a mode is missing here.
  switch (problem.threat->rules().mode) {
    case EditMode::flip:
    case EditMode::add:
    case EditMode::remove:
    case EditMode::reweight:
      return make_pair_proposals(problem);
    case EditMode::rewire:
    case EditMode::swap:
      return make_move_proposals(problem);
    case EditMode::inject:
      return make_injections(problem);
  }
  return nullptr;
}

}  // namespace

struct EditSampler::State {
  std::shared_ptr<const GraphThreat> threat;
  std::unique_ptr<EditProposals> proposals;
  Connectivity connectivity;

  int edits(int pairs) const { return edits_of_pairs(threat->rules().mode, pairs); }
  bool spent(const EditableGraph& base) const {
    return edits(static_cast<int>(base.changes().size())) >= threat->budget();
  }

  bool within_budget(const EditableGraph& base, const Edit& edit) const {
    int pairs = static_cast<int>(base.changes().size());
    for (const auto& [pair, weight] : edit.changes) {
      const float original = base.original_weight(pair);
      pairs += static_cast<int>(weight != original) - static_cast<int>(base.weight(pair) != original);
    }
    return edits(pairs) <= threat->budget();
  }

  // Returns whether the moves of the base and of `edit` together can be paired as rewirings of the original.
  bool matches(const EditableGraph& base, const Edit& edit) const {
    const auto& [from, to] = std::tie(edit.changes[0].pair, edit.changes[1].pair);
    const bool untouched = !base.changes().contains(from) && !base.changes().contains(to);
    if (untouched) return true;  // a further rewiring, independent of the others
    std::vector<EdgeDifference> differences;
    for (const auto& [pair, before] : base.changes())
      if (pair != from && pair != to) differences.push_back({pair, before, base.weight(pair)});
    for (const auto& [pair, after] : edit.changes)
      if (const float before = base.original_weight(pair); before != after)
        differences.push_back({pair, before, after});
    return !first_without_partner(std::move(differences));
  }

  bool admissible(const EditableGraph& base, const Edit& edit) {
    if (!within_budget(base, edit)) return false;
    if (threat->rules().mode == EditMode::rewire && !matches(base, edit)) return false;
    return !threat->rules().keep_connected || connectivity.keeps(base, edit, threat->components());
  }
};

EditSampler::EditSampler(const GraphAttackProblem& problem)
    : state_(std::make_unique<State>(problem.threat, make_proposals(problem))) {}
EditSampler::~EditSampler() = default;
EditSampler::EditSampler(EditSampler&&) noexcept = default;

std::optional<Edit> EditSampler::draw(const EditableGraph& base, Rng& rng) const {
  const bool spent = state_->spent(base);
  for (int i = 0; i < kTries; ++i) {
    auto edit = state_->proposals->propose(base, spent, rng);
    if (edit && state_->admissible(base, *edit)) return edit;
  }
  return std::nullopt;
}

bool EditSampler::any(Rng& rng) const {
  const Graph& original = state_->threat->original();
  const EditableGraph base(original);
  if (state_->threat->rules().mode == EditMode::remove)
    return std::ranges::any_of(original.edges, [&](const NodePair& edge) {
      return state_->admissible(base, Edit{{{edge, 0}}, {}});
    });
  constexpr int kDraws = 16;
  for (int i = 0; i < kDraws; ++i)
    if (draw(base, rng)) return true;
  return false;
}

bool EditSampler::allows(const Edit& edit, const EditableGraph& base) const {
  return state_->proposals->fits(edit, base) && state_->admissible(base, edit);
}

std::optional<Edit> EditSampler::mutate(const Edit& edit, const EditableGraph& base, Rng& rng) const {
  constexpr int kVariations = 32;
  const bool both = rng.index(2) == 0;
  for (int i = 0; i < kVariations && !both; ++i) {
    auto varied = state_->proposals->vary(edit, base, rng);
    if (varied && *varied != edit && state_->admissible(base, *varied)) return varied;
  }
  return draw(base, rng);
}

std::optional<Edit> EditSampler::redraw_node(const Edit& edit, const EditableGraph& base,
                                             const std::set<NodePair>& taken, Rng& rng) const {
  const auto is_free = [&](const EdgeChange& change) {
    return !base.changes().contains(change.pair) && !taken.contains(change.pair);
  };
  for (int i = 0; i < kTries; ++i) {
    auto redrawn = state_->proposals->redraw_node(edit, base, rng);
    if (redrawn && std::ranges::all_of(redrawn->changes, is_free) && state_->admissible(base, *redrawn))
      return redrawn;
  }
  return std::nullopt;
}

std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made) {
  constexpr int kFruitless = 64;  // largest number of draws in a row that do not increase the number of edits
  const auto edits_made = [&] {
    return edits_of_pairs(threat.rules().mode, static_cast<int>(graph.changes().size()));
  };
  std::vector<Edit> inverses;
  for (int tries = 0; tries < kFruitless && edits_made() < edits; ++tries) {
    const int before = edits_made();
    auto edit = sampler.draw(graph, rng);
    if (!edit) break;
    Edit inverse = graph.apply(*edit);
    if (edits_made() <= before) {
      graph.undo(inverse);
      continue;
    }
    inverses.push_back(std::move(inverse));
    if (made != nullptr) made->push_back(std::move(*edit));
    tries = -1;
  }
  return inverses;
}

}  // namespace bora::attacks
