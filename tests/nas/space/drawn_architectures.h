// Random architectures for tests.
#pragma once

#include <vector>

#include "nas/space/architecture_space.h"
#include "support/layers.h"

namespace bora::testing {

inline std::vector<Architecture> drawn_architectures(const ArchitectureSpace& space, int count,
                                                     std::uint64_t seed = 4) {
  Rng rng(seed);
  std::vector<Architecture> drawn;
  for (int i = 0; i < count; ++i) drawn.push_back(space.sample(rng));
  return drawn;
}

}  // namespace bora::testing
