#include "attacks/image/methods/scores/random.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attacks/image/proposals/patch.h"
#include "attacks/image/textures/textures.h"

namespace bora::attacks {

void RandomVerticesOptions::read(AttackSettings& settings, const ImageShape& shape) {
  const int side = std::min(shape.height, shape.width);
  settings.accept_as();
  grid = std::min(grid, side);
  settings.read(
      "grid", grid, 0, side,
      "number of blocks along each side of the image, each with one sign per channel; 0: a sign for each value");
  settings.read("textures", textures,
                "draw the textures of bo instead: stripes, small blocks and plane waves");
}

RandomVertices::RandomVertices(AttackProblem problem, RandomVerticesOptions options)
    : problem_(std::move(problem)), options_(options), rng_(problem_.seed) {}

std::optional<Pixels> RandomVertices::ask() {
  const auto& [channels, height, width] = problem_.shape;
  const int rows = options_.grid == 0 ? height : options_.grid;
  const int columns = options_.grid == 0 ? width : options_.grid;
  const double length = problem_.ball.norm() == Norm::l2 ? std::sqrt(problem_.shape.size()) : 1;
  const auto epsilon = static_cast<float>(problem_.ball.epsilon() / length);
  if (options_.textures)
    return problem_.original + epsilon * draw_any_texture(problem_.shape, texture_families(), rng_).signs();
  Pixels image(problem_.shape.size());
  std::vector<float> signs(static_cast<std::size_t>(rows) * columns);
  float* out = image.data();
  for (int c = 0; c < channels; ++c) {
    for (auto& sign : signs) sign = static_cast<float>(rng_.sign());
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x, ++out)
        *out = epsilon * signs[static_cast<std::size_t>(y * rows / height) * columns + x * columns / width];
  }
  return image + problem_.original;
}

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
