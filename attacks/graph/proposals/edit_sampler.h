// Random single edits that keep a graph inside its threat model.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Sampler of edits of a base graph that lies inside the threat model; the base with the returned edit lies
/// inside as well. Never returns an edit that changes nothing. A base that has the maximum number of edits
/// still gets edits that do not increase it.
///
/// The base may already be edited (its changes() must be those from the problem's original). Undoing an
/// earlier edit is an edit like any other, except that an injected node keeps its last edge. Modes whose
/// edits move edges (rewire, swap) draw moves that keep the whole decomposable as GraphThreat::violation
/// demands. Where constraints are not met by construction, edits are redrawn, a bounded number of times; then
/// nothing is returned.
///
/// An edit costs about the degrees of its end points, and with hops the size of a ball. Not thread-safe.
class EditSampler {
 public:
  explicit EditSampler(const GraphAttackProblem& problem);
  ~EditSampler();
  EditSampler(EditSampler&&) noexcept;

  /// Draws a random edit of the mode, which is uniform over pairs of nodes within the hops (flip), over those
  /// that are no edges of the original (add), over the original's edges (remove), over the existing edges and
  /// their other weights (reweight), over edges, directions and new ends (rewire), over pairs of directed
  /// edges (swap; with hops over the first, and near it the second), over places for injected nodes and the
  /// ends of their edges (inject). Added edges get the weight of a random edge of the original.
  std::optional<Edit> draw(const EditableGraph& base, Rng& rng) const;

  /// Returns true if the graph of the problem has any edit. Where edges are removed, every edge is tried;
  /// else 4,096 attempts are made, so an edit with a chance of 1/1000 an attempt is missed with probability
  /// 1/60.
  bool any(Rng& rng) const;

  /// Returns true if `edit`, which was drawn for some base of this problem, is allowed on this base too.
  bool allows(const Edit& edit, const EditableGraph& base) const;

  /// Returns `edit` with one of its end points redrawn, or both, each in half of the cases: the mutation of
  /// GRABNEL's genetic search. It need not be an edit of this base.
  std::optional<Edit> mutate(const Edit& edit, const EditableGraph& base, Rng& rng) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Makes random edits until `graph` differs from its original by `edits` of them, or none is found any more.
/// Draws that do not raise their number, such as those that take an earlier edit back, are passed over.
/// Returns the inverse of each edit, to be undone from the last to the first. `made` (may be null) receives
/// the edits.
std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made = nullptr);

}  // namespace bora::attacks
