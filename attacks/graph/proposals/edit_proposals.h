// Generators of candidate edits, for each edit mode.
#pragma once

#include <memory>
#include <optional>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Generator of edits of one mode. Proposals have the mode's form, refer to existing nodes and edges, and add
/// edges within the hops. EditSampler checks the edit budget, the pairing of rewirings and connectedness.
class EditProposals {
 public:
  virtual ~EditProposals() = default;

  /// Returns a random edit of `base`; nullopt if this attempt failed. `spent`: true if the base has the
  /// largest number of edits, so that only edits that change an earlier one can be allowed.
  virtual std::optional<Edit> propose(const EditableGraph& base, bool spent, Rng& rng) const = 0;

  /// Returns a random edit of `base` that shares an end point with `edit`, an edit of this or another base;
  /// nullopt if this attempt failed.
  virtual std::optional<Edit> vary(const Edit& edit, const EditableGraph& base, Rng& rng) const = 0;

  /// Returns `edit` with one of its nodes redrawn at random, as the public code of Wan et al. (2021) does;
  /// nullopt if this attempt failed. Modes that the code does not have return vary().
  virtual std::optional<Edit> redraw_node(const Edit& edit, const EditableGraph& base, Rng& rng) const {
    return vary(edit, base, rng);
  }

  /// Returns whether `edit`, drawn for this or another base, is one that propose() may return for `base`.
  virtual bool fits(const Edit& edit, const EditableGraph& base) const = 0;
};

/// Returns the proposals for modes flip, add, remove and reweight.
std::unique_ptr<EditProposals> make_pair_proposals(const GraphAttackProblem& problem);
/// Returns the proposals for modes rewire and swap.
std::unique_ptr<EditProposals> make_move_proposals(const GraphAttackProblem& problem);
/// Returns the proposals for mode inject.
std::unique_ptr<EditProposals> make_injections(const GraphAttackProblem& problem);

/// Returns the weight of a random edge; 1 in unweighted graphs.
float draw_weight(const Graph& original, Rng& rng);

/// Returns a uniformly random edge of `base`; nullopt if it has none. `original`: graph of which
/// base.changes() are the changes. Linear in the number of changes while most of the original's edges remain.
std::optional<NodePair> draw_edge(const EditableGraph& base, const Graph& original, Rng& rng);

/// Returns a uniformly random edge of `base` that the original does not have; nullopt if there is none.
/// Linear in the number of changes.
std::optional<NodePair> draw_added_edge(const EditableGraph& base, Rng& rng);

/// Returns a uniformly random pair of base.changes(); nullopt if there is none.
std::optional<NodePair> draw_changed_pair(const EditableGraph& base, Rng& rng);

}  // namespace bora::attacks
