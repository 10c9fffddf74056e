// Pairs of nodes whose edge an attacker may add or remove.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "attacks/threat/graph_threat.h"
#include "common/random.h"

namespace bora::attacks {

/// All pairs of nodes of an original within its threat model's hops, with or without the pairs that are
/// edges. They are listed where the list is short relative to the graph, else found by rejection sampling.
/// Memory is linear in the graph either way, and draws are exactly uniform.
class EditablePairs {
 public:
  enum class Edges { with, without };  ///< edges of the original
  EditablePairs(std::shared_ptr<const GraphThreat> threat, Edges edges);

  /// Draws uniformly from the pairs; nothing if there are none, or if rejection sampling has not found one.
  std::optional<NodePair> draw(Rng& rng) const;

  /// Draws uniformly from the nodes v such that {u, v} is one of the pairs; nothing as above.
  std::optional<int> draw_partner(int u, Rng& rng) const;

 private:
  bool contains(NodePair pair) const;
  bool list_pairs();

  std::shared_ptr<const GraphThreat> threat_;
  Edges edges_;
  bool listed_ = false;
  std::vector<NodePair> pairs_;  // all of them, where listed
};

}  // namespace bora::attacks
