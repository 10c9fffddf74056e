// Driver that queries a victim with the graphs of an attack like the runner, without ledger and database.
#pragma once

#include <gtest/gtest.h>

#include "attacks/graph/graph_attack.h"
#include "attacks/threat/visibility.h"
#include "models/graphs/graph_victim.h"
#include "support/layers.h"

namespace bora::testing {

/// Driver that runs one attack on one graph, query by query: `while (driver.query()) ...`.
class GraphAttackDriver {
 public:
  GraphAttackDriver(std::unique_ptr<Attack<Graph>> attack, AccessLevel access, GraphVictim& victim,
                    GraphAttackProblem problem)
      : attack_(std::move(attack)), access_(access), victim_(victim), problem_(std::move(problem)) {}

  /// Makes one query and returns its observation; nullptr if the attack proposes no graph. A success does not
  /// end the attack.
  const Observation* query() {
    const std::optional<Graph> asked = attack_->ask();
    if (!asked) return nullptr;
    const Graph& graph = *asked;
    const Graph* const batch[] = {&graph};
    const bool inside = problem_.threat->violation(graph).empty();
    const Scores scores = victim_.scores(batch);
    if (access_ == AccessLevel::labels) {
      seen_.push_back(observe_label(predicted_class(scores, 0), problem_.goal, inside));
    } else {
      seen_.push_back(observe(scores, log_probabilities(scores), 0, problem_.goal, inside, Loss::label_gap));
      if (const auto wanted = attack_->gradient_wanted(); wanted && !wanted->pairs.empty())
        seen_.back().gradient = victim_.edge_gradients(
            graph, wanted->pairs,
            gradient_of_scores(scores, 0, loss_gradient(wanted->loss, problem_.goal, seen_.back().log_p)));
    }
    graphs_.push_back(graph);
    attack_->tell(graph, seen_.back());
    return &seen_.back();
  }

  /// Makes `queries` queries, or stops at the first success or when the attack proposes no graph. Returns the
  /// number of the first successful query, 0 if there was none.
  int run(int queries, bool stop_at_success = true) {
    int success_at = 0;
    for (int number = 1; number <= queries && !(success_at > 0 && stop_at_success); ++number) {
      const Observation* seen = query();
      if (seen == nullptr) break;
      if (seen->success && success_at == 0) success_at = number;
    }
    return success_at;
  }

  Attack<Graph>& attack() { return *attack_; }
  const std::vector<Graph>& graphs() const { return graphs_; }
  const std::vector<Observation>& seen() const { return seen_; }

 private:
  std::unique_ptr<Attack<Graph>> attack_;
  AccessLevel access_;
  GraphVictim& victim_;
  GraphAttackProblem problem_;
  std::vector<Graph> graphs_;
  std::vector<Observation> seen_;
};

/// Returns the attack problem whose label is the prediction of `victim` for the clean graph. If `targeted`,
/// the target is the other of two classes.
inline GraphAttackProblem graph_problem(GraphVictim& victim, const EditRules& rules, const Graph& graph,
                                        int budget, std::uint64_t seed = 1, bool targeted = false) {
  GraphAttackProblem problem;
  problem.threat = std::make_shared<const GraphThreat>(rules, std::make_shared<const Graph>(graph));
  const Graph* const batch[] = {&graph};
  const Scores scores = victim.scores(batch);
  problem.goal.label = predicted_class(scores, 0);
  if (targeted) problem.goal.target = 1 - problem.goal.label;
  problem.clean_log_p = log_probabilities(scores).row(0);
  problem.classes = victim.spec().classes;
  problem.budget = budget;
  problem.seed = seed;
  return problem;
}

}  // namespace bora::testing
