// Attacks by combinations of changes, for the runner.
#pragma once

#include "attacks/ledger/semantic_task.h"
#include "attacks/runner/mounted_attack.h"
#include "attacks/semantic/factory.h"
#include "common/layers.h"

namespace bora::attacks {

class SemanticMount final : public Mount<Transformed> {
 public:
  /// Reads images and the names of attacks from the database. The task must outlive it.
  SemanticMount(const RunDatabase& database, const SemanticTask& task, int classes,
                const Visibility& visible);
  std::unique_ptr<MountedAttack<Transformed>> start(const InstanceRow& instance,
                                                    const Lessons& lessons) const override;
  /// Adds an attack that the run does not have, so that start() can begin it. Throws InputError as
  /// make_semantic_recipe does.
  void add(const std::string& attack);

 private:
  const SemanticTask& task_;
  int classes_;
  Visibility visible_;
  ScoreKind kind_ = ScoreKind::logits;             // kind of the clean scores
  std::map<int, InputRow> inputs_;                 // those attacked, by id
  std::map<std::string, SemanticRecipe> recipes_;  // by label
};

}  // namespace bora::attacks
