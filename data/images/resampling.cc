#include "data/images/resampling.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bora::data {
namespace {

// Weights are fixed-point numbers with this many binary digits, as in Pillow. The product with a pixel of 8
// bits and sums of weights slightly above 1 then fit into 32 bits.
constexpr int kPrecision = 32 - 8 - 2;

// Source pixels and their weights in one target pixel.
struct Window {
  int first = 0;             // first source pixel
  std::vector<int> weights;  // weights of this pixel and the next ones
};

// Returns the windows of all target pixels. The filter is a triangle whose radius is the size of a source
// pixel or, if larger, of a target pixel.
std::vector<Window> windows(int from, int to) {
  const double scale = static_cast<double>(from) / to;
  const double radius = std::max(scale, 1.0);
  std::vector<Window> all(static_cast<std::size_t>(to));
  for (int i = 0; i < to; ++i) {
    const double centre = (i + 0.5) * scale;
    Window& window = all[static_cast<std::size_t>(i)];
    window.first = std::max(static_cast<int>(centre - radius + 0.5), 0);
    const int end = std::min(static_cast<int>(centre + radius + 0.5), from);
    std::vector<double> shares;
    double sum = 0;
    for (int at = window.first; at < end; ++at) {
      // Has Pillow's order of operations, and so the same rounding.
      shares.push_back(std::max(0.0, 1 - std::abs((at - centre + 0.5) * (1 / radius))));
      sum += shares.back();
    }
    for (const double share : shares)
      window.weights.push_back(static_cast<int>(std::floor(0.5 + share / sum * (1 << kPrecision))));
  }
  return all;
}

// Resizes each of `lines` rows from `from` to `to` pixels.
std::vector<std::uint8_t> along_rows(const std::vector<std::uint8_t>& pixels, int lines, int from, int to) {
  const std::vector<Window> all = windows(from, to);
  std::vector<std::uint8_t> result;
  result.reserve(static_cast<std::size_t>(lines) * to);
  for (int line = 0; line < lines; ++line) {
    const std::uint8_t* const source = pixels.data() + static_cast<std::size_t>(line) * from;
    for (const Window& window : all) {
      int sum = 1 << (kPrecision - 1);
      for (std::size_t k = 0; k < window.weights.size(); ++k)
        sum += source[window.first + static_cast<int>(k)] * window.weights[k];
      result.push_back(static_cast<std::uint8_t>(std::clamp(sum >> kPrecision, 0, 255)));
    }
  }
  return result;
}

// Transposes each of `channels` planes of height x width pixels.
std::vector<std::uint8_t> transposed(const std::vector<std::uint8_t>& pixels, int channels, int height,
                                     int width) {
  std::vector<std::uint8_t> result(pixels.size());
  const std::size_t plane = static_cast<std::size_t>(height) * width;
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        result[c * plane + static_cast<std::size_t>(x) * height + y] =
            pixels[c * plane + static_cast<std::size_t>(y) * width + x];
  return result;
}

}  // namespace

Image resized(const Image& image, int height, int width) {
  if (height < 1 || width < 1) throw std::invalid_argument("an image of no pixels");
  Image result = image;
  const int channels = image.shape.channels;
  // Resizes the rows, rounds to 8 bits, and resizes the columns. Skips a side whose size does not change.
  if (width != image.shape.width) {
    result.pixels = along_rows(result.pixels, channels * image.shape.height, image.shape.width, width);
    result.shape.width = width;
  }
  if (height != image.shape.height) {
    const auto columns = transposed(result.pixels, channels, image.shape.height, width);
    result.pixels = transposed(along_rows(columns, channels * width, image.shape.height, height), channels,
                               width, height);
    result.shape.height = height;
  }
  return result;
}

}  // namespace bora::data
