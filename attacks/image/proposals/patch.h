// Patches: new colours for one square of an image, drawn as in Sparse-RS (Croce, Andriushchenko, Singh,
// Flammarion and Hein, "Sparse-RS: a versatile framework for query-efficient sparse black-box adversarial
// attacks", AAAI 2022; the authors' code, rs_attacks.py, get_init_patch).
#pragma once

#include <string>
#include <vector>

#include "attacks/image/image_attack.h"
#include "attacks/threat/changed_pixels.h"
#include "common/random.h"

namespace bora::attacks {

/// Colours of the pixels of a square, and its place.
struct Patch {
  ImageShape shape;       ///< shape of the patch; it has the channels of the image
  int top = 0, left = 0;  ///< first row and column of the image that it covers
  Pixels colours;         ///< shape.size() values in [0, 1], CHW

  bool operator==(const Patch&) const = default;
};

/// Ways to draw the colours of a patch. All are corners of the colour cube.
enum class PatchColours {
  squares,  ///< 1,000 squares of one colour each, painted over one another; with s the patch's side, their
            ///< sides are from 1 to below sqrt(s)
  stripes,  ///< vertical stripes, one pixel wide
  uniform,  ///< one colour
  random,   ///< a colour for each pixel
};
/// Returns the names of PatchColours in their order: squares, stripes, uniform, random.
const std::vector<std::string>& patch_colour_names();

/// Draws the colours of a patch: shape.size() values, each 0 or 1.
Pixels draw_colours(PatchColours kind, const ImageShape& shape, Rng& rng);

/// Sets the pixels in a region of a patch to one colour: each channel to 0 or 1 at random.
void paint(const Region& region, Patch& patch, Rng& rng);

/// Draws a patch whose side is the ball's epsilon, or the image's side if that is shorter, at a random place.
/// The ball of the problem must have the norm patch; likewise below.
Patch draw_patch(const AttackProblem& problem, PatchColours kind, Rng& rng);

/// Returns a patch of the same size that covers every change in an image of the ball, with the colours of the
/// image.
Patch patch_of(const AttackProblem& problem, const Pixels& image);

/// Returns the problem's original, covered by a patch.
Pixels with_patch(const AttackProblem& problem, const Patch& patch);

}  // namespace bora::attacks
