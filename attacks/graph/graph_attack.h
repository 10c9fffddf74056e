// Problem of attacks on graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "attacks/attack.h"
#include "attacks/threat/graph_threat.h"
#include "attacks/threat/objective.h"
#include "data/graphs/graph.h"

namespace bora::attacks {

/// Pool of nodes that may be injected: nodes of the data set's clean graphs, with their labels and
/// attributes.
struct NodePool {
  std::vector<int> labels;        ///< one per node; empty if nodes have no labels
  std::vector<float> attributes;  ///< node by node, attribute_count values each
  int attribute_count = 0;
  int size = 0;  ///< number of nodes
};

/// Information that an attack has before its first query.
struct GraphAttackProblem {
  std::shared_ptr<const GraphThreat> threat;  ///< threat model, which holds the original
  Goal goal;
  int classes = 0;         ///< number of classes
  int budget = 0;          ///< largest number of queries, >= 1
  std::uint64_t seed = 0;  ///< seeds all random choices of the attack
  /// Log-probabilities of the original, as far as they are visible, which cost no query; empty if only labels
  /// are visible or they are unknown.
  Eigen::RowVectorXd clean_log_p = {};
  std::shared_ptr<const NodePool> pool = nullptr;  ///< mode inject; null: nodes of the original are used

  const Graph& original() const { return threat->original(); }
};

/// Attack::ask() must return graphs that the threat model allows (GraphThreat::violation, or
/// violation_on_the_way with AttackSummary::leaves_ball).
template <>
struct ProblemOf<Graph> {
  using type = GraphAttackProblem;
};

}  // namespace bora::attacks
