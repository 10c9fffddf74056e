// What an attacker did to a graph.
#pragma once

#include <vector>

#include "data/graph.h"

namespace bora {

/// Pairs of nodes, each list ascending. Nodes of the original keep their numbers; injected ones come after.
struct GraphChanges {
  std::vector<NodePair> kept;        ///< edges of both graphs, reweighted ones included
  std::vector<NodePair> added;       ///< of the adversarial graph alone
  std::vector<NodePair> removed;     ///< of the original alone
  std::vector<NodePair> reweighted;  ///< of both, with different weights
  int first_injected = 0;            ///< nodes from this number on are injected
  int injected = 0;                  ///< how many

  /// Pairs that differ: added, removed and reweighted, ascending.
  std::vector<NodePair> edited() const;
};

/// Throws InputError if `adversarial` has fewer nodes than `original`.
GraphChanges changes_between(const Graph& original, const Graph& adversarial);

/// Neighbours of every node, ascending.
std::vector<std::vector<int>> adjacency(int nodes, const std::vector<NodePair>& edges);

/// Steps from the nearest of `sources` to every node, -1 where there is no way.
std::vector<int> steps_from(const std::vector<std::vector<int>>& neighbours, const std::vector<int>& sources);

/// Connected components: a number for every node, 0, 1, ... in order of their first nodes.
std::vector<int> components(const std::vector<std::vector<int>>& neighbours);

}  // namespace bora
