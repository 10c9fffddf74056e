#include "attacks/image/methods/scores/random_patches.h"

#include <utility>

#include "attacks/image/proposals/patch.h"

namespace bora::attacks {

RandomPatches::RandomPatches(AttackProblem problem, RandomPatchesOptions /*options*/)
    : problem_(std::move(problem)), rng_(problem_.seed) {}

std::optional<Pixels> RandomPatches::ask() {
  return with_patch(problem_, draw_patch(problem_, PatchColours::squares, rng_));
}

}  // namespace bora::attacks
