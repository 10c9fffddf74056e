// Attacks on graphs, for the runner.
#pragma once

#include "attacks/graph/factory.h"
#include "attacks/ledger/graph_task.h"
#include "attacks/runner/mounted_attack.h"
#include "common/layers.h"

namespace bora::attacks {

class GraphMount final : public Mount<Graph> {
 public:
  /// Takes graphs, the pool of nodes and the names of attacks from the database. The task must outlive it.
  GraphMount(const RunDatabase& database, const GraphTask& task, int classes, const Visibility& visible);
  std::unique_ptr<MountedAttack<Graph>> start(const InstanceRow& instance,
                                              const Lessons& lessons) const override;
  /// Lets start() begin an attack that the run does not have, too. Throws InputError as make_graph_recipe
  /// does.
  void add(const std::string& attack);

 private:
  const GraphTask& task_;
  int classes_;
  Visibility visible_;
  ScoreKind kind_ = ScoreKind::logits;
  std::map<int, InputRow> inputs_;  // those attacked, by id
  std::shared_ptr<const NodePool> pool_;
  std::map<std::string, GraphAttackRecipe> recipes_;  // by label
};

}  // namespace bora::attacks
