#include "data/images/preparation.h"

#include <algorithm>
#include <cmath>

#include "common/error.h"
#include "common/number.h"
#include "common/text.h"
#include "data/images/resampling.h"

namespace bora::data {
namespace {

constexpr int kMostPixels = 1 << 15;  // largest side

Image resized_as(const Image& image, const ImageSides& sides, const std::string& where) {
  const auto checked = [&](std::int64_t height, std::int64_t width) {
    constexpr std::int64_t kMostValues = std::int64_t{1} << 30;
    if (image.shape.channels * height * width > kMostValues)
      throw InputError("{}: resized to {}x{} it has more than {} values", where, height, width, kMostValues);
    return resized(image, static_cast<int>(height), static_cast<int>(width));
  };
  if (sides.width > 0) return checked(sides.height, sides.width);
  const auto other = [&](int shorter, int longer) {
    return static_cast<int>(static_cast<std::int64_t>(sides.height) * longer / shorter);
  };
  const auto [channels, height, width] = image.shape;
  const int new_height = height <= width ? sides.height : other(width, height);
  const int new_width = height <= width ? other(height, width) : sides.height;
  if (std::max(new_height, new_width) > kMostPixels)
    throw InputError("{}: is {} high and {} wide, too narrow to be resized to {}", where, height, width,
                     to_string(sides));
  return checked(new_height, new_width);
}

Image cropped(const Image& image, const ImageSides& sides, const std::string& where) {
  const int height = sides.height;
  const int width = sides.width > 0 ? sides.width : sides.height;
  if (image.shape.height < height || image.shape.width < width)
    throw InputError("{}: is {} high and {} wide, smaller than the crop of {}x{}; resize makes it larger",
                     where, image.shape.height, image.shape.width, height, width);
  // Rounds halves to even, as Python does.
  const int top = static_cast<int>(std::nearbyint((image.shape.height - height) / 2.0));
  const int left = static_cast<int>(std::nearbyint((image.shape.width - width) / 2.0));
  Image result{{image.shape.channels, height, width}, {}};
  result.pixels.reserve(static_cast<std::size_t>(result.shape.size()));
  for (int c = 0; c < image.shape.channels; ++c)
    for (int y = 0; y < height; ++y) {
      const auto begin = image.pixels.begin() +
                         (static_cast<std::ptrdiff_t>(c) * image.shape.height + top + y) * image.shape.width +
                         left;
      result.pixels.insert(result.pixels.end(), begin, begin + width);
    }
  return result;
}

Image with_channels(Image image, int channels, const std::string& where) {
  if (image.shape.channels == channels) return image;
  const std::size_t plane = static_cast<std::size_t>(image.shape.height) * image.shape.width;
  if (image.shape.channels == 1 && channels == 3) {
    image.pixels.reserve(3 * plane);
    for (int copy = 0; copy < 2; ++copy)
      image.pixels.insert(image.pixels.end(), image.pixels.begin(),
                          image.pixels.begin() + static_cast<std::ptrdiff_t>(plane));
  } else if (image.shape.channels == 3 && channels == 1) {
    // Pillow's fixed-point weights, 0.299, 0.587 and 0.114 times 2^16.
    for (std::size_t i = 0; i < plane; ++i)
      image.pixels[i] = static_cast<std::uint8_t>((image.pixels[i] * 19595 + image.pixels[plane + i] * 38470 +
                                                   image.pixels[2 * plane + i] * 7471 + (1 << 15)) >>
                                                  16);
    image.pixels.resize(plane);
  } else {
    throw InputError("{}: has {} channels, which cannot be made into {}", where, image.shape.channels,
                     channels);
  }
  image.shape.channels = channels;
  return image;
}

}  // namespace

ImageSides parse_sides(const std::string& text, const std::string& option) {
  const auto cross = text.find('x');
  const bool two = cross != std::string::npos;
  const auto height = to_number<int>(text.substr(0, cross), 1, kMostPixels);
  const auto width = two ? to_number<int>(text.substr(cross + 1), 1, kMostPixels) : 0;
  if (!height || !width)
    throw InputError("{}: got '{}', expected a side, 224, or HEIGHTxWIDTH, 224x160, each 1 to {}", option,
                     printable(text), kMostPixels);
  return {*height, *width};
}

std::string to_string(const ImageSides& sides) {
  return sides.width > 0 ? fmt::format("{}x{}", sides.height, sides.width) : std::to_string(sides.height);
}

std::string Preparation::text() const {
  std::vector<std::string> steps;
  if (resize) steps.push_back("resized to " + to_string(*resize));
  if (crop) steps.push_back("cropped to " + to_string(*crop));
  if (channels > 0) steps.push_back(channels == 3 ? "in three channels" : "in grey");
  if (!class_map.empty()) steps.push_back("classes by " + class_map);
  return join(steps);
}

Image prepared(Image image, const Preparation& preparation, const std::string& where) {
  if (preparation.resize) image = resized_as(image, *preparation.resize, where);
  if (preparation.crop) image = cropped(image, *preparation.crop, where);
  if (preparation.channels > 0) image = with_channels(std::move(image), preparation.channels, where);
  return image;
}

ImageDataset prepared(ImageDataset dataset, const Preparation& preparation) {
  if (preparation.keeps_images()) return dataset;
  std::vector<std::uint8_t> pixels;
  ImageShape shape;
  for (int i = 0; i < dataset.size(); ++i) {
    const auto given = dataset.image(i);
    const Image image = prepared({dataset.shape, {given.begin(), given.end()}}, preparation, dataset.source);
    shape = image.shape;
    pixels.insert(pixels.end(), image.pixels.begin(), image.pixels.end());
  }
  dataset.shape = shape;
  dataset.pixels = std::move(pixels);
  return dataset;
}

}  // namespace bora::data
