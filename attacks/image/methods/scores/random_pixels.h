// Simplest attack in L0, random pixels: the baseline that any attack must beat.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomPixelsOptions {
  void read(AttackSettings& settings) { settings.read_as_paper("which the defaults are"); }
};

/// Each query sets as many pixels as allowed, drawn afresh, to 0 or 1, drawn for each channel.
class RandomPixels : public Attack<Pixels> {
 public:
  RandomPixels(AttackProblem problem, RandomPixelsOptions options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels&, const Observation&) override {}

 private:
  AttackProblem problem_;
  Rng rng_;
};

}  // namespace bora::attacks
