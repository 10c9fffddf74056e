#include "attacks/threat/changed_pixels.h"

#include <cstddef>
#include <vector>

namespace bora::attacks {

bool pixel_differs(const float* original, const float* image, const ImageShape& shape, int pixel) {
  for (int i = pixel; i < shape.size(); i += shape.height * shape.width)
    if (image[i] != original[i]) return true;
  return false;
}

namespace {

double squared_change(const float* original, const float* image, const ImageShape& shape, int pixel) {
  double sum = 0;
  for (int i = pixel; i < shape.size(); i += shape.height * shape.width) {
    const double change = static_cast<double>(image[i]) - original[i];
    sum += change * change;
  }
  return sum;
}

}  // namespace

int changed_pixels(const float* original, const float* image, const ImageShape& shape) {
  int changed = 0;
  for (int pixel = 0; pixel < shape.height * shape.width; ++pixel)
    changed += pixel_differs(original, image, shape, pixel) ? 1 : 0;
  return changed;
}

Region changed_region(const float* original, const float* image, const ImageShape& shape) {
  Region region{shape.height, shape.width, 0, 0};
  for (int y = 0; y < shape.height; ++y)
    for (int x = 0; x < shape.width; ++x) {
      if (!pixel_differs(original, image, shape, y * shape.width + x)) continue;
      region.top = std::min(region.top, y);
      region.left = std::min(region.left, x);
      region.bottom = y + 1;
      region.right = std::max(region.right, x + 1);
    }
  return region;
}

Region square_of_largest_change(const float* original, const float* image, const ImageShape& shape,
                                int side) {
  const int rows = std::min(side, shape.height), columns = std::min(side, shape.width);
  const int across = shape.width - columns + 1;  // number of horizontal positions of the square
  // sums[y * across + left]: sum over columns [left, left + columns) of row y. Each sum is computed from its
  // terms, because differences of running sums would leave rounding errors where nothing changes.
  std::vector<double> sums(static_cast<std::size_t>(shape.height) * across);
  std::vector<double> changes(static_cast<std::size_t>(shape.width));
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x)
      changes[static_cast<std::size_t>(x)] = squared_change(original, image, shape, y * shape.width + x);
    for (int left = 0; left < across; ++left)
      for (int x = left; x < left + columns; ++x)
        sums[static_cast<std::size_t>(y) * across + left] += changes[static_cast<std::size_t>(x)];
  }
  Region best{0, 0, rows, columns};
  double largest = -1;
  for (int top = 0; top + rows <= shape.height; ++top)
    for (int left = 0; left < across; ++left) {
      double sum = 0;
      for (int y = top; y < top + rows; ++y) sum += sums[static_cast<std::size_t>(y) * across + left];
      if (sum <= largest) continue;
      largest = sum;
      best = {top, left, top + rows, left + columns};
    }
  return best;
}

void keep_changes_in(const Region& region, const float* original, float* image, const ImageShape& shape) {
  for (int i = 0; i < shape.size(); ++i) {
    const int x = i % shape.width, y = i / shape.width % shape.height;
    if (y < region.top || y >= region.bottom || x < region.left || x >= region.right) image[i] = original[i];
  }
}

}  // namespace bora::attacks
