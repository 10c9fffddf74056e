// Labelled images of 8 bits per channel, not normalised.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bora::data {

/// Shape of an image.
struct ImageShape {
  int channels = 0;
  int height = 0;
  int width = 0;

  int size() const { return channels * height * width; }
  bool operator==(const ImageShape&) const = default;
};

/// Returns the sides as text, such as "1x28x28".
std::string to_string(const ImageShape& shape);

/// Data set of n images of one shape. Pixel order within an image: channel, row, column (CHW); colour is RGB.
struct ImageDataset {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;      ///< n * shape.size()
  std::vector<int> labels;               ///< n; 0-based; -1: unknown
  std::vector<std::string> class_names;  ///< names of classes 0, 1, ... in the source, or empty
  int classes = 0;                       ///< number of classes; 0: the source does not state it
  std::vector<std::string> names;  ///< n file names, or empty: images are then identified by record numbers
  std::vector<int> records;  ///< n; position in the source (0-based) before any split; counted separately in
                             ///< train and test files
  std::string source;        ///< name or path that it was read from, for messages and reports
  std::vector<std::string> notes;  ///< omissions of the reader, one sentence each
  std::vector<std::string>
      warnings;  ///< properties of the files that users may not expect, one sentence each

  int size() const { return static_cast<int>(labels.size()); }
  std::span<const std::uint8_t> image(int i) const {
    return {pixels.data() + static_cast<std::size_t>(i) * shape.size(),
            static_cast<std::size_t>(shape.size())};
  }
  /// Returns the name of a class for reports: that in the source ("7", "cat"), "class 3" if it has no names,
  /// and "unknown" for -1.
  std::string class_name(int label) const;
};

/// Returns the data set of the images at `rows` (each in 0, ..., n-1), in this order.
ImageDataset select(const ImageDataset& dataset, std::span<const int> rows);

/// Returns a warning if there are at least ten images and none has a value above a quarter of white (255), as
/// in data with values from 0 to 16; "" otherwise.
std::string describe_dark_images(const ImageDataset& dataset);

/// Returns a warning if there are at least ten images of three channels, which are equal in all images:
/// attacks on pixels then make coloured images of grey ones. Returns "" otherwise.
std::string describe_grey_images(const ImageDataset& dataset);

/// Throws InputError naming the source unless there is at least one image and all sizes, labels and names are
/// consistent. The results of all readers satisfy this.
void check(const ImageDataset& dataset);

}  // namespace bora::data
