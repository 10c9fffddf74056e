// Random vertices of the ball: the simplest attack, a baseline that every other attack must beat.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/layers.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomVerticesOptions {
  /// Side of the grid of blocks, in each of which all values of a channel have one sign; 0: each pixel has
  /// its own sign.
  int grid = 7;
  bool textures = false;  ///< a texture (proposals/textures.h) instead of blocks
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Attack whose queries are independent. Each adds +epsilon or -epsilon to every block of pixels at random,
/// or epsilon times the signs of a random texture. In L2 the perturbation is scaled to length epsilon.
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
