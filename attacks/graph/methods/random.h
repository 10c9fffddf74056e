// Random edits: the baseline of attacks on graphs.
#pragma once

#include <string>

#include "attacks/graph/graph_attack.h"
#include "attacks/graph/proposals/edit_sampler.h"
#include "attacks/settings/attack_settings.h"

namespace bora::attacks {

/// Settings of RandomEdits.
struct RandomEditsOptions {
  /// Number of edits of a query. "budget": Delta, all that are allowed (Ru 2021, 6.6.4); "stages": as many as
  /// GRABNEL makes at that query, that is k in the k-th of Delta equal shares of the query budget.
  std::string edits = "budget";
  void read(AttackSettings& settings);  ///< throws InputError
};

/// Attack that queries the original with random edits, drawn independently for each query. Ignores answers.
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
  EditableGraph graph_;  // equal to the original between calls
  int asked_ = 0;        // number of queries
};

}  // namespace bora::attacks
