// The attacks of a run with one perturbation for all images: a single query each.
#pragma once

#include <map>
#include <string>

#include "attacks/ledger/image_task.h"
#include "attacks/record/run_database.h"
#include "attacks/runner/attack_factory.h"
#include "attacks/threat/visibility.h"

namespace bora::attacks {

/// Makes attacks that ask for the original plus the perturbation of their name, and end with that query.
class UniversalAttacks final : public AttackFactory<Pixels> {
 public:
  /// `changes`: by attack, what is added to every image, shape.size() values. The task must outlive this.
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
