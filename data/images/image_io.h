// Reading and writing of single image files, in which adversarial examples are stored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "data/images/dataset.h"
#include "data/images/image_metadata.h"

namespace bora::data {

/// Image of 8 bits per channel: 1 channel (grey) or 3 channels (RGB), CHW.
struct Image {
  ImageShape shape;
  std::vector<std::uint8_t> pixels;
  ImageMetadata metadata = {};
};

/// Returns whether the name has the extension of an image file (.png, .jpg, .bmp, ..., in upper or lower
/// case).
bool has_image_extension(const std::filesystem::path& path);

/// Returns the image format that the extension of a file names, if read_image() does not read it, such
/// as "GIF"; "" for other files.
std::string unread_format(const std::filesystem::path& path);

/// Reads a PNG, JPEG, BMP, PNM, TIFF or WebP file, which may be gzipped. The content determines the format.
/// The values of a PGM or PPM file with a largest value (maxval) below 255 are scaled to 255, to the nearest
/// level. An alpha channel that is opaque everywhere is dropped. Of several pages or frames, the first is
/// read. EXIF orientation is ignored, as usual in training pipelines; that of TIFF files is applied, as by
/// Pillow. Throws InputError if the file cannot be read or decoded, does not have 8 bits per channel, is
/// partly transparent, has L*a*b* colours, or has more than 2^27 pixels.
Image read_image(const std::filesystem::path& path);

/// Reads a PNG file as read_image() does. PNG is lossless, so it returns exactly the pixels passed to
/// write_png(). Throws InputError also for files of another format.
Image read_png(const std::filesystem::path& path);

/// Returns the bytes of a PNG file. pixels: shape.size() values, CHW, 1 channel (grey) or 3 (RGB). Throws
/// InputError for another number of channels, and std::invalid_argument for another number of pixels.
std::vector<std::uint8_t> encode_png(std::span<const std::uint8_t> pixels, const ImageShape& shape);

/// Returns the image after compression as JPEG with `quality` (1 to 100) and colours at half the resolution
/// (libjpeg's default). Throws as encode_png() does.
Image through_jpeg(std::span<const std::uint8_t> pixels, const ImageShape& shape, int quality);

/// Writes a PNG file atomically and without a sync (common/files/atomic_write.h). Throws as encode_png()
/// does, and InputError naming the file if it cannot be written.
void write_png(const std::filesystem::path& path, std::span<const std::uint8_t> pixels,
               const ImageShape& shape);

/// Image of 32-bit floats, CHW: for adversarial examples with other values than k/255.
struct FloatImage {
  ImageShape shape;
  std::vector<float> values;
};

/// Writes an .npy file atomically and without a sync: an array of float32 with shape (channels, height,
/// width), as numpy.save does. Throws std::invalid_argument unless there are shape.size() values, and
/// InputError naming the file if it cannot be written.
void write_npy(const std::filesystem::path& path, std::span<const float> values, const ImageShape& shape);

/// Reads an image that was written by write_npy() or numpy.save. Throws InputError unless the file holds a
/// complete array of float32 or float16 with three axes.
FloatImage read_npy(const std::filesystem::path& path);

}  // namespace bora::data
