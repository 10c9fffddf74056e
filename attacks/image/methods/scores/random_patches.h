// Simplest attack with patches, random ones: the baseline that any attack must beat.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomPatchesOptions {
  void read(AttackSettings& settings) { settings.read_as_paper("which the defaults are"); }
};

/// Each query has a patch at a random place, with the colours from which Sparse-RS starts, drawn afresh.
class RandomPatches : public Attack<Pixels> {
 public:
  RandomPatches(AttackProblem problem, RandomPatchesOptions options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels&, const Observation&) override {}

 private:
  AttackProblem problem_;
  Rng rng_;
};

}  // namespace bora::attacks
