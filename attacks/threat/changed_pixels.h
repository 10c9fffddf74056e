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

inline Region whole(const ImageShape& shape) {
  return {0, 0, shape.height, shape.width};
}

/// Returns the number of pixels that differ. Images: shape.size() values, CHW; likewise below.
int changed_pixels(const float* original, const float* image, const ImageShape& shape);

/// Returns the smallest region that holds every pixel that differs; an empty one if there is none.
Region changed_region(const float* original, const float* image, const ImageShape& shape);

/// Returns the square of `side` x `side` pixels, cut off where the image is narrower, in which the sum of
/// squared changes is largest: the uppermost, then the leftmost, among equal ones. side >= 1. Of the images
/// that differ from the original in one such square, that with the changes in this one is the nearest to
/// `image` in the Euclidean distance. Takes O(height * width * side) steps.
Region square_of_largest_change(const float* original, const float* image, const ImageShape& shape, int side);

/// Sets every pixel outside `region` back to the original.
void keep_changes_in(const Region& region, const float* original, float* image, const ImageShape& shape);

}  // namespace bora::attacks
