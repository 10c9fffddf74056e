// The interface of every attack on graph classifiers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attacks/threat/graph_threat.h"
#include "attacks/threat/objective.h"
#include "common/layers.h"
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
  /// Log-probabilities of the original, which the attacker knows from the clean prediction; empty where only
  /// labels are visible.
  Eigen::RowVectorXd clean_log_p = {};
  std::shared_ptr<const NodePool> pool = nullptr;  ///< set where the mode is inject

  const Graph& original() const { return threat->original(); }
};

/// An attack on one graph as a state machine, like ImageAttack for an image: it has no access to the victim.
///
/// Deterministic: the same problem and the same tells give the same asks. The driver stops at a success or at
/// the budget.
class GraphAttack {
 public:
  virtual ~GraphAttack() = default;

  /// Returns 1 to q graphs to be queried, each allowed by the threat. An attack that has nothing left to
  /// query, since it has seen every possible graph, returns none and ends as exhausted.
  virtual std::vector<Graph> ask(int q) = 0;

  /// Receives the graphs of the last ask, in order, and the victim's answers.
  virtual void tell(const std::vector<Graph>& queried, const std::vector<Observation>& observations) = 0;

  /// Returns, for white-box attacks, the loss whose gradient w.r.t. the edges at `gradient_pairs()` is needed
  /// with each answer.
  virtual std::optional<Loss> gradient_of() const { return std::nullopt; }
  virtual std::vector<NodePair> gradient_pairs() const { return {}; }

  /// Returns the seconds spent so far in named parts of the attack's own work (e.g. features, fit,
  /// acquisition).
  virtual std::map<std::string, double> seconds() const { return {}; }
};

}  // namespace bora::attacks
