// Simplest attack, random vertices of the ball: the baseline that any attack must beat.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomVerticesOptions {
  /// Side of the grid of blocks that share a sign, a channel; 0: every pixel its own.
  int grid = 7;
  bool textures = false;  ///< a texture (proposals/textures.h) instead of blocks
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Each query adds +epsilon or -epsilon, drawn afresh, to every block of pixels, or the signs of a texture
/// times epsilon; in L2 as much of it as has the length epsilon.
class RandomVertices : public Attack<Pixels> {
 public:
  RandomVertices(AttackProblem problem, RandomVerticesOptions options);
  std::optional<Pixels> ask() override;
  void tell(const Pixels&, const Observation&) override {}

 private:
  AttackProblem problem_;
  RandomVerticesOptions options_;
  Rng rng_;
};

}  // namespace bora::attacks
