// Metadata of image files that decoding does not use.
#pragma once

#include <cstdint>
#include <span>

namespace bora::data {

/// Metadata that an image file states.
struct ImageMetadata {
  int orientation = 1;       ///< EXIF orientation, 1 to 8; 1: as stored
  bool more_images = false;  ///< whether pages or frames follow the first image
};

/// Reads the metadata from the bytes of a file: the orientation of JPEG, PNG and WebP files, and further
/// pages of TIFF files and frames of PNG files. Returns the defaults where the file states nothing, is
/// damaged or has another format. A TIFF file's orientation stays 1, since decoding applies it.
ImageMetadata read_image_metadata(std::span<const std::uint8_t> bytes);

}  // namespace bora::data
