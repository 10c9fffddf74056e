// Sampler of random edits that keep a graph inside its threat model.
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "attacks/graph/edit.h"
#include "attacks/graph/graph_attack.h"
#include "common/random.h"

namespace bora::attacks {

/// Sampler of edits of a base graph inside the threat model, such that the base with the edit is inside, too.
/// Never returns an edit that changes nothing. If the base has the largest number of edits, returns edits
/// that do not increase it.
///
/// The base may already be edited; its changes() must be relative to the problem's original. Undoing an
/// earlier edit is a valid edit, except that an injected node keeps its last edge. In mode rewire, the moves
/// of the base and the new one together can be paired as GraphThreat::violation() requires. Edits that
/// violate a constraint are redrawn a limited number of times; then nullopt is returned.
///
/// The time for an edit is about linear in the degrees of its end points, and with hops in the number of
/// nodes within them. Not thread-safe.
class EditSampler {
 public:
  explicit EditSampler(const GraphAttackProblem& problem);
  ~EditSampler();
  EditSampler(EditSampler&&) noexcept;

  /// Returns a random edit; nullopt if none was found. Before constraints reject any, it is uniform over
  /// - flip: pairs of nodes within the hops; add: those that are not edges of the original;
  /// - remove: edges of the original; reweight: existing edges and their other weights;
  /// - rewire: edges, their directions and new ends;
  /// - swap: pairs of directed edges (with hops: over the first, and over the second near it);
  /// - inject: injected nodes, a new one included, and the other ends of their edges.
  /// Added edges get the weight of a random edge of the original.
  std::optional<Edit> draw(const EditableGraph& base, Rng& rng) const;

  /// Returns whether the original of the problem has any edit. In mode remove, every edge is tried; otherwise
  /// 4,096 random attempts are made, which miss an edit of probability 1/1000 with probability 1/60.
  bool any(Rng& rng) const;

  /// Returns whether `edit`, drawn for this or another base of this problem, is allowed on `base`.
  bool allows(const Edit& edit, const EditableGraph& base) const;

  /// Returns a mutation of `edit`: with probability 1/2 one of its end points is redrawn, otherwise the whole
  /// edit. `edit` may have been drawn for another base. nullopt if none was found.
  std::optional<Edit> mutate(const Edit& edit, const EditableGraph& base, Rng& rng) const;

  /// Returns `edit` with one of its nodes redrawn, as in the public codes of Dai et al. (2018) and Wan et al.
  /// (2021): flip, add and remove keep one end of the edge, rewire keeps two of three nodes, and other modes
  /// keep a part. The node may stay the same. `edit` may have been drawn for another base. The result changes
  /// no pair that the base has changed or that is in `taken`. nullopt if none was found.
  std::optional<Edit> redraw_node(const Edit& edit, const EditableGraph& base,
                                  const std::set<NodePair>& taken, Rng& rng) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Applies random edits until `graph` differs from its original by `edits` edits, or no more are found.
/// Ignores draws that do not increase their number, such as those that undo an earlier edit. Returns the
/// inverses of the edits, in order, for EditableGraph::undo(). `made`: receives the edits; may be null.
std::vector<Edit> spend(EditableGraph& graph, const GraphThreat& threat, int edits,
                        const EditSampler& sampler, Rng& rng, std::vector<Edit>* made = nullptr);

}  // namespace bora::attacks
