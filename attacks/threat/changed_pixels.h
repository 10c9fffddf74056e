// The pixels in which an image differs from its original. A pixel differs if any of its channels does.
#pragma once

#include "attacks/threat/region.h"
#include "common/layers.h"

namespace bora::attacks {

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
