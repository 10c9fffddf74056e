// Simplest attacks that change few pixels, at random: the baselines that any attack must beat.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomSparseOptions {
  void read(AttackSettings& settings) { settings.read_as_paper("which the defaults are"); }
};

/// Attack of independent queries. In L0, each query sets as many random pixels as allowed, each channel to 0
/// or 1 at random. With patches, each query has a patch at a random place, with the colours from which
/// Sparse-RS starts.
class RandomSparse : public Attack<Pixels> {
 public:
  RandomSparse(AttackProblem problem, RandomSparseOptions options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels&, const Observation&) override {}

 private:
  AttackProblem problem_;
  Rng rng_;
};

}  // namespace bora::attacks
