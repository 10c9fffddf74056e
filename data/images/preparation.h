// Preparation of images after loading: conversion to the size, channels and classes of a model.
#pragma once

#include <optional>
#include <string>

#include "data/images/dataset.h"
#include "data/images/image_io.h"

namespace bora::data {

/// Size given by one or two numbers.
struct ImageSides {
  int height = 0;  ///< height or only number
  int width = 0;   ///< 0: there is only one number
  bool operator==(const ImageSides&) const = default;
};

/// Parses sides such as "224" or "224x160" (height x width), 1 to 32,768 each. Throws InputError naming
/// `option` for other text.
ImageSides parse_sides(const std::string& text, const std::string& option);
/// Returns the text that parse_sides() parses to these sides.
std::string to_string(const ImageSides& sides);

/// Steps of the preparation, in this order, like torchvision's transforms Resize, CenterCrop and Grayscale.
/// All steps work on 8-bit pixels. Attacks change the prepared image, and bounds refer to it.
struct Preparation {
  std::optional<ImageSides> resize;  ///< new sides; one number: the shorter side, the other in proportion
  std::optional<ImageSides> crop;    ///< sides of the centre crop; one number: a square
  int channels = 0;       ///< 3: grey images get three equal channels; 1: colours become grey (luma of ITU-R
                          ///< 601); 0: unchanged
  std::string class_map;  ///< path of a class map (data/images/class_map.h); "": none

  /// Returns whether images stay unchanged, except for their labels.
  bool keeps_images() const { return !resize && !crop && channels == 0; }
  /// Returns a description, such as "resized to 256, cropped to 224, in three channels"; "" if nothing is
  /// done.
  std::string text() const;
};

/// Returns the prepared image. Throws InputError that begins with `where` for an image that is smaller than
/// the crop, becomes too large, or has other channels than 1 or 3 if channels are set.
Image prepared(Image image, const Preparation& preparation, const std::string& where);
/// Returns `dataset` with every image prepared. Does not apply the class map. Throws InputError as above.
ImageDataset prepared(ImageDataset dataset, const Preparation& preparation);

}  // namespace bora::data
