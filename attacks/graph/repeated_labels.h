// Score-based attacks on graphs where only labels are visible: the loss from the labels of copies with more
// edits than allowed (as Ilyas et al., ICML 2018, section 2.4, do for images with noise).
#pragma once

#include <memory>

#include "attacks/graph/edit_sampler.h"
#include "attacks/graph/graph_attack.h"
#include "attacks/settings/attack_settings.h"

namespace bora {

struct RepeatedGraphLabelsOptions {
  int repeats = 10;    ///< copies asked of each graph, at least 1
  double extra = 0.5;  ///< edits that a copy has beyond its graph, as a share of Delta, to begin with
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Has the labels of a graph and of copies with random further edits asked for, and tells the attack it
/// drives how often each class came up, as if these were scores: p_c = (n_c + 1/2) / (n + C/2).
///
/// Within the budget of edits every label but the last is the old one, and says nothing. So copies leave it:
/// the number of their further edits grows by half while no copy of a graph reaches the goal, and shrinks
/// while most do. Copies are queries like any other, but only graphs inside the threat model are successes.
class RepeatedGraphLabels final : public GraphAttack {
 public:
  /// `attack`: what to drive, made for `budget_of_driven` queries.
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
  EditSampler sampler_;  // of the same rules without their budget
  Rng rng_;
  int extra_edits_;
  int most_extra_;
  std::vector<Graph> centre_;  // the attack's graph, once asked for
  Observation seen_;           // of the centre
  Eigen::RowVectorXd counts_;  // answers of each class, for the present centre
  int reached_ = 0;            // copies of it that reach the goal
};

/// What it would tell of the original if no copy's label turned; the clean prediction is known.
Eigen::RowVectorXd unanimous_labels(const GraphAttackProblem& problem,
                                    const RepeatedGraphLabelsOptions& options);

}  // namespace bora
