#include "data/images/image_metadata.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

namespace bora::data {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes operator+(Bytes first, const Bytes& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

Bytes bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

// Returns EXIF data in either byte order: a directory with two entries, of which the second is the
// orientation.
Bytes exif(std::uint8_t orientation, bool big_endian) {
  if (big_endian)
    return {'M', 'M', 0, 42, 0,  0, 0, 8, 0, 2, 1, 0, 0,           4, 0, 0, 0, 1, 0,
            0,   0,   9, 1,  18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0};
  return {'I', 'I', 42, 0,  8, 0, 0, 0, 2, 0, 0, 1,           4, 0, 1, 0, 0, 0, 9,
          0,   0,   0,  18, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0};
}

Bytes encoded(const std::string& extension) {
  Bytes bytes;
  cv::imencode(extension, cv::Mat(4, 6, CV_8UC3, cv::Scalar(10, 20, 30)), bytes);
  return bytes;
}

// Returns a JPEG file with EXIF data behind another segment.
Bytes jpeg(const Bytes& data) {
  const Bytes plain = encoded(".jpg");
  const Bytes segment = bytes_of(std::string("Exif\0\0", 6)) + data;
  const Bytes comment{0xff, 0xfe, 0, 4, 'a', 'b'};
  const auto length = static_cast<std::uint8_t>(segment.size() + 2);
  return Bytes(plain.begin(), plain.begin() + 2) + comment + Bytes{0xff, 0xe1, 0, length} + segment +
         Bytes(plain.begin() + 2, plain.end());
}

Bytes png(const std::string& type, const Bytes& data) {
  constexpr int kFirstChunk = 33;
  const Bytes plain = encoded(".png");
  const Bytes chunk =
      Bytes{0, 0, 0, static_cast<std::uint8_t>(data.size())} + bytes_of(type) + data + Bytes(4);
  return Bytes(plain.begin(), plain.begin() + kFirstChunk) + chunk +
         Bytes(plain.begin() + kFirstChunk, plain.end());
}

Bytes webp(const Bytes& data) {
  return encoded(".webp") + bytes_of("EXIF") + Bytes{static_cast<std::uint8_t>(data.size()), 0, 0, 0} + data;
}

// Returns a TIFF structure of two directories with one entry each; `subfile`: value of the second one.
Bytes tiff(std::uint8_t subfile) {
  return {'I', 'I', 42, 0, 8, 0, 0,   0, 1, 0, 18, 1, 3, 0, 1,       0, 0, 0, 6, 0, 0, 0,
          26,  0,   0,  0, 1, 0, 254, 0, 4, 0, 1,  0, 0, 0, subfile, 0, 0, 0, 0, 0, 0, 0};
}

TEST(ImageMetadata, OrientationIsReadFromJpegPngAndWebp) {
  for (const bool big_endian : {false, true})
    for (const std::uint8_t orientation : {1, 3, 6, 8}) {
      const Bytes data = exif(orientation, big_endian);
      for (const Bytes& file : {jpeg(data), png("eXIf", data), webp(data)})
        EXPECT_EQ(read_image_metadata(file).orientation, orientation);
    }
  for (const std::uint8_t invalid : {0, 9})
    EXPECT_EQ(read_image_metadata(jpeg(exif(invalid, true))).orientation, 1);
  for (const std::string extension : {".jpg", ".png", ".webp", ".bmp", ".tiff"})
    EXPECT_EQ(read_image_metadata(encoded(extension)).orientation, 1) << extension;
  EXPECT_EQ(read_image_metadata(tiff(0)).orientation, 1) << "decoding applies it";
}

TEST(ImageMetadata, FurtherPagesAndFramesAreFound) {
  EXPECT_TRUE(read_image_metadata(tiff(0)).more_images);
  EXPECT_FALSE(read_image_metadata(tiff(1)).more_images) << "a smaller copy";
  EXPECT_TRUE(read_image_metadata(tiff(2)).more_images) << "a page";
  EXPECT_FALSE(read_image_metadata(tiff(4)).more_images) << "a mask";
  EXPECT_FALSE(read_image_metadata(encoded(".tiff")).more_images);
  EXPECT_TRUE(read_image_metadata(png("acTL", {0, 0, 0, 2, 0, 0, 0, 0})).more_images);
  EXPECT_FALSE(read_image_metadata(png("acTL", {0, 0, 0, 1, 0, 0, 0, 0})).more_images);
  EXPECT_FALSE(read_image_metadata(encoded(".png")).more_images);
  Bytes webp_file = bytes_of("RIFF....WEBPVP8X....") + Bytes(10);
  EXPECT_FALSE(read_image_metadata(webp_file).more_images);
  webp_file[20] = 2;
  EXPECT_TRUE(read_image_metadata(webp_file).more_images);
}

// Directories in a circle, and files that end anywhere, are read to an end.
TEST(ImageMetadata, DamagedFilesAreRead) {
  Bytes circle = tiff(1);
  circle[circle.size() - 4] = 8;
  EXPECT_FALSE(read_image_metadata(circle).more_images);
  for (const Bytes& file :
       {jpeg(exif(6, true)), png("eXIf", exif(6, false)), webp(exif(6, true)), tiff(0), encoded(".bmp"),
        encoded(".ppm"), encoded(".tiff"), bytes_of("RIFF....WEBPVP8X....") + Bytes(10)})
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Bytes part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      read_image_metadata(part);
      read_image_header(part);
    }
}

}  // namespace
}  // namespace bora::data
