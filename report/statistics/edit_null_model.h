// Null model of edits: random edits with which the observed ones are compared.
#pragma once

#include <optional>
#include <vector>

#include "attacks/record/run_reader.h"
#include "common/layers.h"
#include "common/random.h"
#include "report/statistics/graph_changes.h"
#include "report/statistics/graph_structure.h"

namespace bora::report {

/// Edited pairs by kind. Node numbers at or above the original's number of nodes are injected nodes.
struct EditedPairs {
  std::vector<NodePair> added, removed, reweighted;
};

/// Draws as many edits of the same kinds as an adversarial example has, uniformly from those that the threat
/// model allows:
/// - added edges: among absent pairs within the hops allowed; removed and reweighted ones: among the edges;
/// - rewirings: random edges with a new random end; swaps: random pairs of edges;
/// - injected nodes: as many edges to random nodes as each has.
/// If components must stay connected, draws that disconnect one are discarded.
class EditNullModel {
 public:
  /// `original` and `rules` must outlive the model.
  EditNullModel(const GraphStructure& original, const EditFacts& rules);

  /// Draws random edits like the observed ones; none if 100 tries give no allowed ones.
  std::optional<EditedPairs> draw(const GraphChanges& observed, Rng& rng) const;

 private:
  std::optional<EditedPairs> draw_once(const GraphChanges& observed, Rng& rng) const;
  std::optional<EditedPairs> rewirings(std::size_t count, Rng& rng) const;
  std::optional<EditedPairs> swaps(std::size_t count, Rng& rng) const;
  EditedPairs injections(const GraphChanges& observed, Rng& rng) const;
  bool disconnects(const EditedPairs& drawn) const;

  const GraphStructure& original_;
  const EditFacts& rules_;
  std::vector<NodePair> absent_;  // pairs between which an edge may be added
};

}  // namespace bora::report
