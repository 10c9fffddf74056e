#include "attacks/image/proposals/patch.h"

#include <algorithm>
#include <cmath>

#include "attacks/threat/changed_pixels.h"

namespace bora::attacks {
namespace {

ImageShape patch_shape(const AttackProblem& problem) {
  const int side = static_cast<int>(problem.ball.epsilon());
  return {problem.shape.channels, std::min(side, problem.shape.height), std::min(side, problem.shape.width)};
}

// Calls visit(i, j) for each value of the patch, where i is its index in the patch's colours and j the index
// of the value of the image that it covers.
template <typename Visit>
void visit_covered(const Patch& patch, const ImageShape& image, const Visit& visit) {
  int i = 0;
  for (int c = 0; c < patch.shape.channels; ++c)
    for (int y = patch.top; y < patch.top + patch.shape.height; ++y)
      for (int x = patch.left; x < patch.left + patch.shape.width; ++x, ++i)
        visit(i, (c * image.height + y) * image.width + x);
}

// Draws 0 or 1.
float draw_corner(Rng& rng) {
  return rng.sign() > 0 ? 1.0F : 0.0F;
}

// Draws the colours of PatchColours::squares.
Pixels draw_squares(const ImageShape& shape, Rng& rng) {
  constexpr int kSquares = 1000;
  Patch patch{shape, 0, 0, Pixels::Zero(shape.size())};
  const int least = std::min(shape.height, shape.width);
  const int sides = std::max(1, static_cast<int>(std::ceil(std::sqrt(least))) - 1);
  for (int k = 0; k < kSquares; ++k) {
    const int side = 1 + rng.index(sides);
    const int top = rng.index(shape.height - side + 1), left = rng.index(shape.width - side + 1);
    paint({top, left, top + side, left + side}, patch, rng);
  }
  return patch.colours;
}

}  // namespace

const std::vector<std::string>& patch_colour_names() {
  static const std::vector<std::string> names{"squares", "stripes", "uniform", "random"};
  return names;
}

Pixels draw_colours(PatchColours kind, const ImageShape& shape, Rng& rng) {
  if (kind == PatchColours::squares) return draw_squares(shape, rng);
  Pixels colours(shape.size());
  for (int c = 0; c < shape.channels; ++c)
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const int i = (c * shape.height + y) * shape.width + x;
        if (kind == PatchColours::stripes && y > 0)
          colours[i] = colours[i - shape.width];  // the pixel above
        else if (kind == PatchColours::uniform && y + x > 0)
          colours[i] = colours[c * shape.height * shape.width];  // the first pixel of the channel
        else
          colours[i] = draw_corner(rng);
      }
  return colours;
}

void paint(const Region& region, Patch& patch, Rng& rng) {
  for (int c = 0; c < patch.shape.channels; ++c) {
    const float value = draw_corner(rng);
    for (int y = region.top; y < region.bottom; ++y)
      for (int x = region.left; x < region.right; ++x)
        patch.colours[(c * patch.shape.height + y) * patch.shape.width + x] = value;
  }
}

Patch draw_patch(const AttackProblem& problem, PatchColours kind, Rng& rng) {
  const ImageShape shape = patch_shape(problem);
  const int top = rng.index(problem.shape.height - shape.height + 1);
  const int left = rng.index(problem.shape.width - shape.width + 1);
  return {shape, top, left, draw_colours(kind, shape, rng)};
}

Patch patch_of(const AttackProblem& problem, const Pixels& image) {
  const ImageShape shape = patch_shape(problem);
  const Region changed = changed_region(problem.original.data(), image.data(), problem.shape);
  Patch patch{shape, std::clamp(changed.top, 0, problem.shape.height - shape.height),
              std::clamp(changed.left, 0, problem.shape.width - shape.width), Pixels(shape.size())};
  visit_covered(patch, problem.shape, [&](int i, int covered) { patch.colours[i] = image[covered]; });
  return patch;
}

Pixels with_patch(const AttackProblem& problem, const Patch& patch) {
  Pixels image = problem.original;
  visit_covered(patch, problem.shape, [&](int i, int covered) { image[covered] = patch.colours[i]; });
  return image;
}

}  // namespace bora::attacks
