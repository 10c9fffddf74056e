// Random single edits that keep a graph inside its threat model.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora {

/// Draws edits of a base graph that lies inside the threat model: whatever it returns, applied to the base,
/// lies inside as well. Never an edit that changes nothing. A base that has all the edits it may have still
/// gets such as do not raise their number.
///
/// The base may already be edited (its changes() must be those from the problem's original); taking an
/// earlier edit back is an edit like any other, except that an injected node keeps its last edge. Modes whose
/// edits move edges (rewire, swap) draw moves that keep the whole decomposable as GraphThreat::violation
/// demands. Where constraints are not met by construction, edits are drawn again, a bounded number of times;
/// then nothing is returned.
///
/// An edit costs about the degrees of its end points, and with hops the size of a ball. Not for several
/// threads at once.
class EditSampler {
 public:
  explicit EditSampler(const GraphAttackProblem& problem);
  ~EditSampler();
  EditSampler(EditSampler&&) noexcept;

  /// A random edit of the mode. Uniform over pairs of nodes within the hops (flip), over those of them that
  /// are no edges of the original (add), over the original's edges (remove), over the edges that are there
  /// and their other weights (reweight), over edges, directions and new ends (rewire), over pairs of directed
  /// edges (swap; with hops over the first, and near it the second), over places for injected nodes and the
  /// ends of their edges (inject). Added edges weigh what a random edge of the original does.
  std::optional<Edit> draw(const EditableGraph& base, Rng& rng) const;

  /// Whether the graph of the problem has an edit at all. Where edges are removed every one is looked at;
  /// else 4,096 attempts are made, so that what one in a thousand of them finds is missed by one in sixty.
  bool any(Rng& rng) const;

  /// Whether `edit`, one that was drawn for some base of this problem, may be made on this one too.
  bool allows(const Edit& edit, const EditableGraph& base) const;

  /// `edit` with one of its end points drawn again, or both, each in half of the cases: the mutation of
  /// GRABNEL's genetic search. It need not be an edit of this base.
  std::optional<Edit> mutate(const Edit& edit, const EditableGraph& base, Rng& rng) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bora
