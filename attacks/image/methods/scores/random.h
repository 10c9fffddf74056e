// Attacks of independent random queries, as baselines for all others.
#pragma once

#include "attacks/image/image_attack.h"
#include "attacks/settings/attack_settings.h"
#include "common/random.h"

namespace bora::attacks {

struct RandomVerticesOptions {
  /// Number of blocks along each side of the image; all values of a channel in a block have one sign; 0: each
  /// value has its own sign.
  int grid = 7;
  bool textures = false;  ///< whether queries are textures (textures/textures.h) instead of blocks
  void read(AttackSettings& settings, const ImageShape& shape);  ///< throws InputError
};

/// Attack of independent queries in L-infinity and L2. Each adds +epsilon or -epsilon at random to every
/// block, or epsilon times the signs of a random texture. In L2 the perturbation is scaled to length epsilon.
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

struct RandomSparseOptions {
  void read(AttackSettings& settings) { settings.accept_as(); }
};

/// Attack of independent queries in L0 and with patches. In L0, each query sets as many random pixels as
/// allowed, each channel to 0 or 1 at random. With patches, each query has a patch at a random place with the
/// initial colours of Sparse-RS.
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
