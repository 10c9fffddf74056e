// Score-based attacks on graphs where only labels are visible: the loss from the labels of copies with more
// edits than allowed.
#pragma once

#include <memory>
#include <string>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/repeated_labels.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"

namespace bora::attacks {

struct RepeatedGraphLabelsOptions {
  int repeats = 10;    ///< copies queried per graph, at least 1
  double extra = 0.5;  ///< initial number of edits that a copy has beyond its graph, as a share of Delta
  void read(AttackSettings& settings);  ///< throws InputError
  std::string text() const;             ///< describes the copies in the summary of the attack
};

/// RepeatedLabelsOf whose copies have random further edits.
///
/// Within the budget of edits every label but the last is the original one, which is uninformative. So copies
/// exceed the budget: the number of their further edits grows by half while no copy of a graph reaches the
/// goal, and shrinks while most do. Copies are queries like any other, but only graphs inside the threat
/// model are successes.
class RepeatedGraphLabels final : public RepeatedLabelsOf<Graph> {
 public:
  static constexpr bool kLeavesBall = true;
  using Options = RepeatedGraphLabelsOptions;
  RepeatedGraphLabels(const GraphAttackProblem& problem, RepeatedGraphLabelsOptions options,
                      std::unique_ptr<Attack<Graph>> attack);
  /// Returns the problem that the driven attack gets. Its log-probabilities of the original are those that
  /// would be reported if all copies had its label, which the clean prediction tells.
  static GraphAttackProblem driven(GraphAttackProblem problem, const RepeatedGraphLabelsOptions& options);

  int extra_edits() const { return extra_edits_; }

 private:
  Graph copy(const Graph& centre) override;
  void copies_told(int reached) override;

  GraphAttackProblem problem_;
  int repeats_;
  EditSampler sampler_;  // samples under the same rules without their budget
  Rng rng_;
  int extra_edits_;
  int most_extra_;
};

}  // namespace bora::attacks
