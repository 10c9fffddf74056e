// Pairs of nodes whose edge an attacker may add or remove.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "attacks/threat/graph_threat.h"
#include "common/random.h"

namespace bora::attacks {

/// Set of the pairs of nodes of an original that the threat model's hops allow, with or without its edges.
/// The pairs are listed if they are few relative to the size of the graph, else found by rejection sampling.
/// In both cases memory is linear in the size of the graph, and draws are exactly uniform.
class EditablePairs {
 public:
  enum class Edges { with, without };  ///< whether pairs with an edge in the original belong to the set
  EditablePairs(std::shared_ptr<const GraphThreat> threat, Edges edges);

  /// Returns a uniformly random pair; nullopt if there is none, or if 1,000 draws of rejection sampling found
  /// none.
  std::optional<NodePair> draw(Rng& rng) const;

  /// Returns a uniformly random node v such that {u, v} is in the set; nullopt as draw() does.
  std::optional<int> draw_partner(int u, Rng& rng) const;

 private:
  bool contains(NodePair pair) const;
  bool list_pairs();

  std::shared_ptr<const GraphThreat> threat_;
  Edges edges_;
  bool listed_ = false;
  std::vector<NodePair> pairs_;  // all pairs if listed_
};

}  // namespace bora::attacks
