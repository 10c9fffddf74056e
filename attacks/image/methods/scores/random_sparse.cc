#include "attacks/image/methods/scores/random_sparse.h"

#include <algorithm>
#include <utility>

#include "attacks/image/proposals/patch.h"

namespace bora::attacks {

RandomSparse::RandomSparse(AttackProblem problem, RandomSparseOptions /*options*/)
    : problem_(std::move(problem)), rng_(problem_.seed) {}

std::optional<Pixels> RandomSparse::ask() {
  if (problem_.ball.norm() == Norm::patch)
    return with_patch(problem_, draw_patch(problem_, PatchColours::squares, rng_));
  const int pixels = problem_.shape.height * problem_.shape.width;
  std::vector<int> chosen = rng_.permutation(pixels);
  chosen.resize(static_cast<std::size_t>(std::min<double>(pixels, problem_.ball.epsilon())));
  Pixels image = problem_.original;
  for (const int pixel : chosen)
    for (int c = 0; c < problem_.shape.channels; ++c)
      image[c * pixels + pixel] = rng_.sign() > 0 ? 1.0F : 0.0F;
  return image;
}

}  // namespace bora::attacks
