// Image files. The checksums of a PNG are set right, so that changed bytes reach the decoder.
#include "data/images/image_io.h"

#include <zlib.h>

#include <opencv2/imgcodecs.hpp>

#include "data/files/file.h"
#include "fuzz/reader.h"

namespace bora::fuzz {
namespace {

std::string with_checksums(std::string png) {
  constexpr std::size_t kSignature = 8, kFrame = 12;
  for (std::size_t at = kSignature; at + kFrame <= png.size();) {
    auto* const chunk = reinterpret_cast<std::uint8_t*>(png.data()) + at;
    const std::size_t length = big_endian(chunk);
    if (length > png.size() - at - kFrame) break;
    const auto sum = crc32(0, chunk + 4, static_cast<unsigned>(length + 4));
    for (int i = 0; i < 4; ++i) chunk[8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
    at += length + kFrame;
  }
  return png;
}

const Registration image(
    {"image",
     [](std::string_view bytes) {
       const bool png = bytes.starts_with("\x89PNG");
       read_image(file_of("image", png ? with_checksums(std::string(bytes)) : bytes));
     },
     [] {
       const std::vector<std::uint8_t> grey(64, 9), colours(48, 200);
       std::vector<std::string> seeds;
       for (const auto& png : {encode_png(grey, {1, 8, 8}), encode_png(colours, {3, 4, 4})})
         seeds.emplace_back(png.begin(), png.end());
       const cv::Mat colour(6, 5, CV_8UC3, cv::Scalar(10, 90, 200));
       for (const char* const format : {".jpg", ".bmp", ".ppm", ".tiff", ".webp"}) {
         std::vector<std::uint8_t> encoded;
         cv::imencode(format, colour, encoded);
         seeds.emplace_back(encoded.begin(), encoded.end());
       }
       return seeds;
     }});

}  // namespace
}  // namespace bora::fuzz
