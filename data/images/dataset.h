// Labelled images as the files hold them: 8 bits per channel, not normalised.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bora::data {

struct ImageShape {
  int channels = 0;
  int height = 0;
  int width = 0;

  int size() const { return channels * height * width; }
  bool operator==(const ImageShape&) const = default;
};

/// Returns the shape as text, which looks like "1x28x28".
std::string to_string(const ImageShape& shape);

/// n images of one shape. Pixel order within an image: channel, row, column (CHW); colour is RGB.
struct ImageDataset {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;      ///< n * shape.size()
  std::vector<int> labels;               ///< n; 0-based; -1 = unknown
  std::vector<std::string> class_names;  ///< empty if the source names none, else by label
  int classes = 0;                       ///< number of classes; 0 = the source does not say
  std::vector<std::string> names;  ///< n file names, or empty: images are then known by their record number
  std::vector<int> records;  ///< n; position in the source (0-based) before any split; in its own file or
                             ///< files where train and test are apart
  std::string source;        ///< where it was read from, for messages and reports

  int size() const { return static_cast<int>(labels.size()); }
  std::span<const std::uint8_t> image(int i) const {
    return {pixels.data() + static_cast<std::size_t>(i) * shape.size(),
            static_cast<std::size_t>(shape.size())};
  }
  /// Returns the name of a class for reports: "7" or "cat" where the source gives names, else "class 3";
  /// "unknown" for -1.
  std::string class_name(int label) const;
};

/// Returns the images at `rows` (each in 0, ..., n-1), in that order; everything else is as in `dataset`.
ImageDataset select(const ImageDataset& dataset, std::span<const int> rows);

/// Returns a warning if none of ten images or more has a value above a quarter of white (255), as data whose
/// values go from 0 to 16 instead of 255; "" otherwise.
std::string describe_dark_images(const ImageDataset& dataset);

/// Throws InputError, naming the source, unless there is at least one image and all sizes, labels and names
/// agree with each other. Every reader's result satisfies it.
void check(const ImageDataset& dataset);

}  // namespace bora::data
