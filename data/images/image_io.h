// Reading and writing of single image files, in which adversarial examples are stored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "data/images/dataset.h"

namespace bora::data {

/// Image of 8 bits per channel: 1 channel (grey) or 3 channels (RGB), CHW.
struct Image {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;
};

/// Returns whether the name has the extension of an image file (.png, .jpg, .bmp, ..., in any case).
bool has_image_extension(const std::filesystem::path& path);

/// Reads an image of any format that OpenCV reads (it may be gzipped). An alpha channel that is opaque
/// everywhere is dropped; EXIF orientation is ignored, as training pipelines commonly do. Throws InputError
/// if the file cannot be read or decoded, is not of 8 bits a channel, or is in part transparent.
Image read_image(const std::filesystem::path& path);

/// Reads an image as read_image does, from PNG files only: lossless, so it returns exactly what write_png was
/// given.
Image read_png(const std::filesystem::path& path);

/// Returns the bytes of a PNG file. `pixels`: shape.size() values, CHW; 1 channel (grey) or 3 (RGB). Throws
/// InputError for any other number of channels, std::invalid_argument if the number of pixels is not the
/// shape's.
std::vector<std::uint8_t> encode_png(std::span<const std::uint8_t> pixels, const ImageShape& shape);

/// Returns the image after compression as JPEG of `quality` (1 to 100), with colours at half the resolution,
/// libjpeg's default. Throws as encode_png does.
Image through_jpeg(std::span<const std::uint8_t> pixels, const ImageShape& shape, int quality);

/// Writes encode_png's bytes under a temporary name and renames it. Throws std::runtime_error naming the file
/// if it cannot be written; nothing is left behind then.
void write_png(const std::filesystem::path& path, std::span<const std::uint8_t> pixels,
               const ImageShape& shape);

/// Image of 32-bit floats, CHW, as in NumPy's .npy files: for examples off the 8-bit grid.
struct FloatImage {
  ImageShape shape;
  std::vector<float> values;
};

/// Writes a C-ordered little-endian float32 array of shape (channels, height, width), format version 1.0, as
/// numpy.save does. Throws as write_png does.
void write_npy(const std::filesystem::path& path, std::span<const float> values, const ImageShape& shape);

/// Reads an image that was written by write_npy or numpy.save. Throws InputError unless it is a whole
/// C-ordered float32 array of three dimensions.
FloatImage read_npy(const std::filesystem::path& path);

}  // namespace bora::data
