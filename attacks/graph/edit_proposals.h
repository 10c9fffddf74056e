// Candidates for edits, a class for each way of editing.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora {

/// Draws edits of one mode. What comes is of the mode's form, names nodes and edges that are there, and adds
/// edges within the hops; budget, matching and connectedness are for EditSampler to check.
class EditProposals {
 public:
  virtual ~EditProposals() = default;

  /// One edit, or nothing if this attempt has led nowhere. `spent`: the base has all the edits that it may
  /// have, so that only those that touch an earlier one are worth proposing.
  virtual std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const = 0;

  /// One that has an end point in common with `edit`, an edit of the mode, of this base or of another one; or
  /// nothing, as above.
  virtual std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const = 0;

  /// Whether an edit of the mode, drawn for another base perhaps, could have been proposed for this one.
  virtual bool fits(const Edit& edit, const EditableGraph& base) const = 0;
};

/// flip, add, remove: pairs.
std::unique_ptr<EditProposals> make_toggles(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_reweightings(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_rewirings(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_swaps(const GraphAttackProblem& problem);
std::unique_ptr<EditProposals> make_injections(const GraphAttackProblem& problem);

/// A random edge's weight; 1 in unweighted graphs.
float draw_weight(const Graph& original, Rng& rng);

/// A uniformly random edge of `base`, an edited `original`; nothing if it has none. About constant time
/// while most of the original's edges are there.
std::optional<NodePair> draw_edge(const EditableGraph& base, const Graph& original, Rng& rng);

/// The same among the edges that the original does not have. Linear in the number of changes.
std::optional<NodePair> draw_added_edge(const EditableGraph& base, Rng& rng);

/// A uniformly random one of base.changes().
std::optional<NodePair> draw_changed_pair(const EditableGraph& base, Rng& rng);

}  // namespace bora
