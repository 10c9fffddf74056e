// What is done to images before anything else: brought to the size and the channels that a model takes.
#pragma once

#include <optional>
#include <string>

#include "data/dataset.h"
#include "data/image_io.h"

namespace bora {

/// A size as options name it.
struct ImageSides {
  int height = 0;
  int width = 0;  ///< 0: one number was given
  bool operator==(const ImageSides&) const = default;
};

/// "224" or "224x160" (height x width), 1 to 32,768 each; throws InputError naming `option`.
ImageSides parse_sides(const std::string& text, const std::string& option);
/// And back.
std::string to_string(const ImageSides& sides);

/// In this order, as torchvision's transforms of the same names do. All of it is done to 8-bit pixels: what
/// an attack changes, and what is bounded, is the image as prepared.
struct Preparation {
  std::optional<ImageSides> resize;  ///< one number: the shorter side, the other in proportion (rounded down)
  std::optional<ImageSides> crop;    ///< from the centre; one number: a square
  int channels = 0;                  ///< 3: grey images get three equal channels; 1: colours become their
                                     ///< luma (ITU-R 601); 0: as they are
  std::string class_map;  ///< file that says which class of the model a class of the data is, see class_map.h

  /// Whether images stay as they are.
  bool keeps_images() const { return !resize && !crop && channels == 0; }
  /// "resized to 256, cropped to 224, grey as colour"; "" if nothing is done.
  std::string text() const;
};

/// Throws InputError that starts with `where` for an image that is smaller than the crop.
Image prepared(Image image, const Preparation& preparation, const std::string& where);
/// Every image of `dataset`.
ImageDataset prepared(ImageDataset dataset, const Preparation& preparation);

}  // namespace bora
