// The problem of attacks on graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "attacks/attack.h"
#include "attacks/threat/graph_threat.h"
#include "attacks/threat/objective.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Pool of nodes for injection: nodes of the data set's clean graphs, with their labels and attributes.
struct NodePool {
  std::vector<int> labels;        ///< one per node, or empty
  std::vector<float> attributes;  ///< row by row, attribute_count values per node
  int attribute_count = 0;
  int size = 0;
};

/// All information that an attack has before its first query.
struct GraphAttackProblem {
  std::shared_ptr<const GraphThreat> threat;  ///< holds the original
  Goal goal;
  int classes = 0;
  int budget = 0;          ///< queries, at least 1
  std::uint64_t seed = 0;  ///< the attack's only source of randomness
  /// Visible log-probabilities of the original, which the attacker knows from the clean prediction; empty if
  /// only labels are visible, or if they are not known.
  Eigen::RowVectorXd clean_log_p = {};
  std::shared_ptr<const NodePool> pool = nullptr;  ///< set where the mode is inject

  const Graph& original() const { return threat->original(); }
};

/// The graphs that an attack asks for must be allowed by the threat.
template <>
struct ProblemOf<Graph> {
  using type = GraphAttackProblem;
};

}  // namespace bora::attacks
