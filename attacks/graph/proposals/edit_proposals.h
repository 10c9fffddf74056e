// Candidates for edits, one class for each mode of editing.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Generator of edits of one mode. Proposals have the mode's form, name existing nodes and edges, and add
/// edges within the hops; budget, matching and connectedness are checked by EditSampler.
class EditProposals {
 public:
  virtual ~EditProposals() = default;

  /// Returns one edit, or nothing if this attempt failed. `spent`: the base already has the maximum number of
  /// edits, so only edits that touch an earlier one are worth proposing.
  virtual std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const = 0;

  /// Returns an edit that shares an end point with `edit`, an edit of the mode for this base or for another
  /// one; or nothing, as above.
  virtual std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const = 0;

  /// Returns true if an edit of the mode, perhaps drawn for another base, could have been proposed for this
  /// one.
  virtual bool fits(const Edit& edit, const EditableGraph& base) const = 0;
};

/// Each makes the proposals of the problem's mode: flip, add, remove or reweight; rewire or swap; inject.
std::unique_ptr<EditProposals> make_pair_proposals(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_move_proposals(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_injections(const GraphAttackProblem& problem);

/// Returns a random edge's weight; 1 in unweighted graphs.
float draw_weight(const Graph& original, Rng& rng);

/// Returns a uniformly random edge of `base`, an edited `original`; nothing if it has none. Takes about
/// constant time while most of the original's edges remain.
std::optional<NodePair> draw_edge(const EditableGraph& base, const Graph& original, Rng& rng);

/// Returns the same among the edges that the original does not have. Linear in the number of changes.
std::optional<NodePair> draw_added_edge(const EditableGraph& base, Rng& rng);

/// Returns a uniformly random element of base.changes().
std::optional<NodePair> draw_changed_pair(const EditableGraph& base, Rng& rng);

}  // namespace bora::attacks
