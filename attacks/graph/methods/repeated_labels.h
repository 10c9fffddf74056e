// Score-based attacks on graphs where only labels are visible: the loss from the labels of copies with more
// edits than allowed (as Ilyas et al., ICML 2018, section 2.4, do for images with noise).
#pragma once

#include <memory>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct RepeatedGraphLabelsOptions {
  int repeats = 10;    ///< copies queried per graph, at least 1
  double extra = 0.5;  ///< initial number of edits that a copy has beyond its graph, as a share of Delta
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Wrapper that queries the labels of a graph and of copies with random further edits, and reports the class
/// frequencies to the driven attack as if they were scores: p_c = (n_c + 1/2) / (n + C/2).
///
/// Within the budget of edits every label but the last is the original one, which is uninformative. So copies
/// exceed the budget: the number of their further edits grows by half while no copy of a graph reaches the
/// goal, and shrinks while most do. Copies are queries like any other, but only graphs inside the threat
/// model are successes.
class RepeatedGraphLabels final : public GraphAttack {
 public:
  /// `attack`: the driven attack, made for `budget_of_driven` queries.
  RepeatedGraphLabels(GraphAttackProblem problem, RepeatedGraphLabelsOptions options,
                      std::unique_ptr<GraphAttack> attack);
  std::vector<Graph> ask(int q) override;
  void tell(const std::vector<Graph>& queried, const std::vector<Observation>& observations) override;
  std::map<std::string, double> seconds() const override { return attack_->seconds(); }

  int extra_edits() const { return extra_edits_; }

 private:
  Graph copy();
  void conclude();

  GraphAttackProblem problem_;
  RepeatedGraphLabelsOptions options_;
  std::unique_ptr<GraphAttack> attack_;
  EditSampler sampler_;  // samples under the same rules without their budget
  Rng rng_;
  int extra_edits_;
  int most_extra_;
  std::vector<Graph> centre_;  // the attack's graph, once queried
  Observation seen_;           // answer for the centre
  Eigen::RowVectorXd counts_;  // answers of each class, for the current centre
  int reached_ = 0;            // copies of it that reach the goal
};

/// Returns the log-probabilities that would be reported for the original if all copies had its label, which
/// the clean prediction tells.
Eigen::RowVectorXd unanimous_labels(const GraphAttackProblem& problem,
                                    const RepeatedGraphLabelsOptions& options);

}  // namespace bora::attacks
