// Null model of edits: random edits that observed ones are compared with.
#pragma once

#include <optional>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "common/random.h"
#include "report/statistics/graph_changes.h"
#include "report/statistics/graph_structure.h"

namespace bora::report {

/// Edited pairs by kind. Nodes from the original's number on are injected.
struct EditedPairs {
  std::vector<NodePair> added, removed, reweighted;
};

/// Draws, for an adversarial example, as many edits of the same kinds uniformly from what the threat allows:
/// added edges among absent pairs (within the hops allowed), removed and reweighted ones among the edges;
/// rewirings as random edges with a new end; swaps as random pairs of edges; of each injected node as many
/// edges to random nodes. Where components must stay connected, draws that disconnect them are discarded.
class EditNullModel {
 public:
  /// `original` and `rules` must outlive the model.
  EditNullModel(const GraphStructure& original, const EditFacts& rules);

  /// Draws random edits like the observed ones; none if a hundred tries hit on no allowed ones.
  std::optional<EditedPairs> draw(const GraphChanges& observed, Rng& rng) const;

 private:
  std::optional<EditedPairs> draw_once(const GraphChanges& observed, Rng& rng) const;
  std::optional<EditedPairs> rewirings(std::size_t count, Rng& rng) const;
  std::optional<EditedPairs> swaps(std::size_t count, Rng& rng) const;
  EditedPairs injections(const GraphChanges& observed, Rng& rng) const;
  bool parts_components(const EditedPairs& drawn) const;

  const GraphStructure& original_;
  const EditFacts& rules_;
  std::vector<NodePair> absent_;  // pairs between which an edge may be added
};

}  // namespace bora::report
