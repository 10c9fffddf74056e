// Attacks of a run with one perturbation for all images (--universal). Each instance is a single query.
#pragma once

#include <map>
#include <string>

#include "attacks/ledger/image_task.h"
#include "attacks/record/run_database.h"
#include "attacks/runner/attack_factory.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Factory of attacks whose only query is the original plus the universal perturbation found by the attack of
/// that name.
class UniversalAttacks final : public AttackFactory<Pixels> {
 public:
  /// `changes`: perturbation added to every image, shape.size() values, by attack. The task must outlive
  /// this.
  UniversalAttacks(const RunDatabase& database, const ImageTask& task, const Visibility& visible,
                   std::map<std::string, Pixels> changes);
  RunningAttack<Pixels> start(const InstanceRow& instance, const WarmStarts& warm_starts) const override;

 private:
  const ImageTask& task_;
  AccessLevel access_;
  std::map<std::string, Pixels> changes_;
  std::map<int, InputRow> inputs_;  // attacked ones, by id
};

}  // namespace bora::attacks
