// Rectangles of pixels, and the pixels in which an image differs from its original. A pixel differs if any of
// its channels does.
#pragma once

#include <algorithm>

#include "common/layers.h"
#include "data/images/dataset.h"

namespace bora::attacks {

/// Rows [top, bottom) and columns [left, right) of every channel of an image.
struct Region {
  int top = 0, left = 0, bottom = 0, right = 0;

  bool empty() const { return top >= bottom || left >= right; }
  /// Returns the side of the smallest square that holds the region; 0 for an empty one.
  int side() const { return empty() ? 0 : std::max(bottom - top, right - left); }
};

/// Returns the region that covers an image of this shape.
inline Region whole(const ImageShape& shape) {
  return {0, 0, shape.height, shape.width};
}

/// Returns whether a pixel differs. `original`, `image`: shape.size() values, CHW, here and below.
bool pixel_differs(const float* original, const float* image, const ImageShape& shape, int pixel);

/// Returns the number of pixels that differ.
int changed_pixels(const float* original, const float* image, const ImageShape& shape);

/// Returns the smallest region that holds every pixel that differs; an empty one if there is none.
Region changed_region(const float* original, const float* image, const ImageShape& shape);

/// Returns the square of `side` x `side` pixels, side >= 1, in which the sum of squared changes is largest;
/// among equal ones the uppermost, then the leftmost. If the image is smaller than `side`, the square covers
/// its whole height or width. Keeping only the changes inside this square (keep_changes_in()) gives the
/// nearest image, in Euclidean distance, that differs from the original within one such square. Takes
/// O(height * width * side) steps.
Region square_of_largest_change(const float* original, const float* image, const ImageShape& shape, int side);

/// Sets pixels outside `region` to their values in the original.
void keep_changes_in(const Region& region, const float* original, float* image, const ImageShape& shape);

}  // namespace bora::attacks
