// Reading of what image files state, without decoding them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace bora::data {

/// Metadata that an image file states and that decoding does not use.
struct ImageMetadata {
  int orientation = 1;       ///< EXIF orientation, 1 to 8; 1: as stored
  bool more_images = false;  ///< whether pages or frames follow the first image
};

/// Reads the metadata from the bytes of a file: the orientation of JPEG, PNG and WebP files, and further
/// pages of TIFF files and frames of PNG and WebP files. Returns the defaults where the file states nothing,
/// is damaged or has another format. A TIFF file's orientation stays 1, since decoding applies it.
ImageMetadata read_image_metadata(std::span<const std::uint8_t> bytes);

/// Form of the pixels that the header of an image file states.
struct ImageHeader {
  std::uint64_t height = 0, width = 0;  ///< in pixels; 0: unknown
  /// Why the pixels would be decoded to wrong levels, such as "a TIFF with L*a*b* colours, expected grey or
  /// RGB"; "": they would not.
  std::string unread;
  std::uint64_t largest = 255;  ///< largest value (maxval) that a PGM or PPM file states
};

/// Reads the header from the bytes of a TIFF, WebP, BMP or PNM file. Returns the defaults for other formats
/// and damaged headers.
ImageHeader read_image_header(std::span<const std::uint8_t> bytes);

}  // namespace bora::data
