// Simplest attack on graphs, random edits: the baseline that any attack must beat.
#pragma once

#include <string>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

struct RandomEditsOptions {
  /// "budget": every query spends all edits (Ru 2021, 6.6.4); "stages": as many as GRABNEL would at that
  /// query, one in the first of Delta equal shares of the queries, two in the second, and so on.
  std::string edits = "budget";
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack of independent queries, each the original with random edits. Ignores the answers.
class RandomEdits final : public Attack<Graph> {
 public:
  RandomEdits(GraphAttackProblem problem, RandomEditsOptions options);
  std::optional<Graph> ask() override;
  void tell(const Graph&, const Observation&) override {}

 private:
  int edits_now() const;

  GraphAttackProblem problem_;
  RandomEditsOptions options_;
  EditSampler sampler_;
  Rng rng_;
  EditableGraph graph_;  // the original, between queries
  int asked_ = 0;
};

}  // namespace bora::attacks
