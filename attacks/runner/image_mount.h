// Attacks on images, for the runner.
#pragma once

#include "attacks/image/factory.h"
#include "attacks/ledger/image_task.h"
#include "attacks/runner/mounted_attack.h"
#include "common/layers.h"

namespace bora::attacks {

/// Returns what an attack with access level `sight` knows of an input before its first query: the victim's
/// answer stored in the plan, as far as it is visible. `kind`: kind of its scores. Returns nothing if the
/// plan has not stored it.
std::optional<Observation> clean_observation(const InputRow& input, const Goal& goal, AttackSight sight,
                                             const Visibility& visible, ScoreKind kind);

class ImageMount final : public Mount<Pixels> {
 public:
  /// Reads images, examples, the names of attacks and the run's "seed" (none: 0) from the database. The task
  /// must outlive it. `substitutes` (may be null) are passed to the attacks that use them, which query them
  /// from the threads of the runner's pool; with `least` PriorUse::required only to the attacks that require
  /// them.
  ImageMount(const RunDatabase& database, const ImageTask& task, ImageShape shape, LinfBall ball, int classes,
             const Visibility& visible, std::shared_ptr<const Substitutes> substitutes = nullptr,
             PriorUse least = PriorUse::optional);
  std::unique_ptr<MountedAttack<Pixels>> start(const InstanceRow& instance,
                                               const Lessons& lessons) const override;
  /// Adds an attack that the run does not have, so that start() can begin it. Throws InputError as
  /// make_recipe does.
  void add(const std::string& attack);
  bool learns(const std::string& attack) const override { return recipes_.at(attack).summary.learns; }

 private:
  const ImageTask& task_;
  ImageShape shape_;
  LinfBall ball_;
  int classes_;
  Visibility visible_;
  ScoreKind kind_ = ScoreKind::logits;  // kind of the clean scores
  std::shared_ptr<const Substitutes> substitutes_;
  PriorUse least_;
  std::map<int, InputRow> inputs_;               // those attacked, by id
  std::map<int, std::string> examples_;          // content by class
  std::map<std::string, AttackRecipe> recipes_;  // by label
  std::uint64_t start_seed_ = 0;
};

}  // namespace bora::attacks
