// Random single edits that keep a graph inside its threat model.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora {

/// Draws edits of a base graph, which lies inside the threat model with fewer edits than the budget: whatever
/// it returns, applied to the base, lies inside as well. Never an edit that changes nothing.
///
/// The base may already be edited; taking an earlier edit back is an edit like any other. Modes whose edits
/// move edges (rewire, swap) draw moves that keep the whole decomposable as GraphThreat::violation demands.
/// Constraints other than connectedness are met by construction or by drawing again, up to a bounded number
/// of times; then nothing is returned.
class EditSampler {
 public:
  explicit EditSampler(const GraphAttackProblem& problem);
  ~EditSampler();
  EditSampler(EditSampler&&) noexcept;

  /// A uniformly random edit of the mode (uniform over pairs of nodes for flips; over edges for removals).
  std::optional<Edit> draw(const EditableGraph& base, Rng& rng) const;

  /// `edit` with one of its end points drawn again, or both: the mutation of GRABNEL's genetic search.
  std::optional<Edit> mutate(const Edit& edit, const EditableGraph& base, Rng& rng) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bora
