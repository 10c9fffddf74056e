// Attacks on images, for the runner.
#pragma once

#include "attacks/image/factory.h"
#include "attacks/ledger/image_task.h"
#include "attacks/runner/mounted_attack.h"

namespace bora {

/// What an attack with this sight is told of an input before its first query: the plan's own answer of the
/// victim, `kind` being that of its scores, as far as it is visible. None if the plan has not stored it.
std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AttackSight sight,
                                             const Visibility& visible, ScoreKind kind);

class ImageMount final : public Mount<Pixels> {
 public:
  /// Takes images, examples, the names of attacks and the run's "seed" (none: 0) from the database. The task
  /// must outlive it. `substitutes` (may be null) are handed to those attacks that make use of them, which
  /// ask them from the threads of the runner's pool; with `least` PriorUse::required only to those that
  /// cannot do without.
  ImageMount(const RunDatabase& database, const ImageTask& task, ImageShape shape, LinfBall ball, int classes,
             const Visibility& visible, std::shared_ptr<const Substitutes> substitutes = nullptr,
             PriorUse least = PriorUse::optional);
  std::unique_ptr<MountedAttack<Pixels>> start(const InstanceRow& instance,
                                               const Lessons& lessons) const override;
  /// Lets start() begin an attack that the run does not have, too. Throws InputError as make_recipe does.
  void add(const std::string& attack);
  bool learns(const std::string& attack) const override { return recipes_.at(attack).summary.learns; }

 private:
  const ImageTask& task_;
  ImageShape shape_;
  LinfBall ball_;
  int classes_;
  Visibility visible_;
  ScoreKind kind_ = ScoreKind::logits;  // of the clean scores
  std::shared_ptr<const Substitutes> substitutes_;
  PriorUse least_;
  std::map<int, InputRow> inputs_;               // those attacked, by id
  std::map<int, std::string> examples_;          // content by class
  std::map<std::string, AttackRecipe> recipes_;  // by label
  std::uint64_t start_seed_ = 0;
};

}  // namespace bora
