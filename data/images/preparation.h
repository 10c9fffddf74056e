// Preparation of images before anything else: conversion to the size and the channels that a model takes.
#pragma once

#include <optional>
#include <string>

#include "data/images/dataset.h"
#include "data/images/image_io.h"

namespace bora::data {

/// Size as given in options.
struct ImageSides {
  int height = 0;
  int width = 0;  ///< 0: one number was given
  bool operator==(const ImageSides&) const = default;
};

/// Parses "224" or "224x160" (height x width), 1 to 32,768 each; throws InputError naming `option`.
ImageSides parse_sides(const std::string& text, const std::string& option);
/// Returns the text that parse_sides reads.
std::string to_string(const ImageSides& sides);

/// Steps of the preparation, in this order, as in torchvision's transforms of the same names. All steps work
/// on 8-bit pixels: attacks change the prepared image, and bounds refer to it.
struct Preparation {
  std::optional<ImageSides> resize;  ///< one number: the shorter side, the other in proportion (rounded down)
  std::optional<ImageSides> crop;    ///< size that is cut from the centre; one number: a square
  int channels = 0;                  ///< 3: grey images get three equal channels; 1: colours become their
                                     ///< luma (ITU-R 601); 0: as they are
  std::string class_map;  ///< file that maps classes of the data to classes of the model, see class_map.h

  /// Returns whether images stay unchanged.
  bool keeps_images() const { return !resize && !crop && channels == 0; }
  /// Returns a description, such as "resized to 256, cropped to 224, grey as colour"; "" if nothing is done.
  std::string text() const;
};

/// Returns the prepared image. Throws InputError that starts with `where` for an image that is smaller than
/// the crop.
Image prepared(Image image, const Preparation& preparation, const std::string& where);
/// Returns `dataset` with every image prepared.
ImageDataset prepared(ImageDataset dataset, const Preparation& preparation);

}  // namespace bora::data
