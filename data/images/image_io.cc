#include "data/images/image_io.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string_view>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>

#include "common/error.h"
#include "common/files/atomic_write.h"
#include "common/text.h"
#include "data/files/file.h"

namespace bora::data {
namespace {

constexpr std::array<std::uint8_t, 8> kPngSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

bool is_png(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= kPngSignature.size() &&
         std::equal(kPngSignature.begin(), kPngSignature.end(), bytes.begin());
}

// Largest number of pixels, height times width, of an image.
constexpr std::uint64_t kLargestImage = std::uint64_t{1} << 27;

// Throws InputError for an image that would take too much memory: decoding needs three times its bytes, and
// even a small file can state a large image.
void check_pixels(std::uint64_t height, std::uint64_t width, const std::string& name) {
  if (height > kLargestImage || width > kLargestImage || height * width > kLargestImage)
    throw InputError("{}: an image of {} x {} pixels, expected at most {} in all", name, height, width,
                     kLargestImage);
}

// Checks the chunks and their checksums up to the end mark, and returns the file with only the chunks that
// determine pixels: the critical ones and tRNS. libpng would report the same damage, as well as harmless
// errors in colour profiles, but on stderr, where its caller does not see it.
std::vector<std::uint8_t> essential_png(std::span<const std::uint8_t> bytes, const std::string& name) {
  constexpr std::size_t kFrame = 12;  // length, type and checksum of a chunk
  std::vector<std::uint8_t> essential(kPngSignature.begin(), kPngSignature.end());
  std::size_t at = kPngSignature.size();
  for (bool ended = false; !ended;) {
    const std::size_t left = bytes.size() - at;
    if (left < kFrame || big_endian(&bytes[at]) > left - kFrame)
      throw InputError("{}: truncated PNG: its chunk at byte {} ends after the file's {} bytes", name, at,
                       bytes.size());
    const auto chunk = bytes.subspan(at, big_endian(&bytes[at]) + kFrame);
    const std::uint8_t* type = &chunk[4];
    const std::size_t checked = chunk.size() - 8;  // type and data
    if (crc32(0, type, static_cast<unsigned>(checked)) != big_endian(type + checked))
      throw InputError("{}: damaged PNG: wrong checksum of its chunk at byte {}", name, at);
    constexpr std::size_t kSides = 8;
    if (std::equal(type, type + 4, "IHDR") && checked >= 4 + kSides)
      check_pixels(big_endian(type + 8), big_endian(type + 4), name);
    const bool critical = (type[0] & 0x20) == 0;
    if (critical || std::equal(type, type + 4, "tRNS"))
      essential.insert(essential.end(), chunk.begin(), chunk.end());
    ended = std::equal(type, type + 4, "IEND");
    at += chunk.size();
  }
  return essential;
}

bool is_jpeg(std::span<const std::uint8_t> bytes) {
  constexpr std::array<std::uint8_t, 3> kStart = {0xff, 0xd8, 0xff};
  return bytes.size() >= kStart.size() && std::equal(kStart.begin(), kStart.end(), bytes.begin());
}

// Checks the size that a JPEG states, and that it is complete: OpenCV invents the missing part of a truncated
// one. The file must have the end mark FF D9 after the segments before the first scan. These are skipped,
// since one of them may contain a thumbnail with an end mark of its own.
void check_jpeg(std::span<const std::uint8_t> bytes, const std::string& name) {
  constexpr std::uint8_t kMark = 0xff, kScan = 0xda;
  constexpr std::array<std::uint8_t, 2> kEnd = {0xff, 0xd9};
  std::size_t at = 2;
  while (bytes.size() - at >= 4 && bytes[at] == kMark && bytes[at + 1] != kScan) {
    // The marks of frames are C0 to CF, except C4, C8 and CC.
    const std::uint8_t mark = bytes[at + 1];
    const bool frame = (mark & 0xf0) == 0xc0 && mark != 0xc4 && mark != 0xc8 && mark != 0xcc;
    if (frame && bytes.size() - at >= 9)
      check_pixels(bytes[at + 5] << 8 | bytes[at + 6], bytes[at + 7] << 8 | bytes[at + 8], name);
    const bool filler = bytes[at + 1] == kMark;
    const std::size_t length = filler ? 1 : 2 + (std::size_t{bytes[at + 2]} << 8 | bytes[at + 3]);
    at = std::min(bytes.size(), at + length);
  }
  const auto rest = bytes.subspan(at);
  if (std::search(rest.begin(), rest.end(), kEnd.begin(), kEnd.end()) == rest.end())
    throw InputError("{}: truncated JPEG: no end mark in its {} bytes", name, bytes.size());
}

// Returns whether the content has one of the formats that read_image() accepts. OpenCV has decoders for more
// formats, some of which end the program when a file is damaged (DICOM) or open other files (GDAL).
bool has_known_format(std::span<const std::uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool pnm = text.size() > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' &&
                   (text[2] == ' ' || (text[2] >= '\t' && text[2] <= '\r'));
  const bool tiff =
      text.starts_with(std::string_view("II*\0", 4)) || text.starts_with(std::string_view("MM\0*", 4));
  const bool webp =
      text.starts_with("RIFF") && text.substr(std::min<std::size_t>(8, text.size())).starts_with("WEBP");
  return is_png(bytes) || is_jpeg(bytes) || text.starts_with("BM") || pnm || tiff || webp;
}

std::string depth_name(int depth) {
  switch (depth) {
    case CV_16U:
      return "16";
    case CV_32F:
      return "32 floating-point";
    default:
      return "other than 8";
  }
}

// Throws InputError for an image that is too large, or that OpenCV decodes to wrong levels.
void check_header(const ImageHeader& header, const std::string& name) {
  check_pixels(header.height, header.width, name);
  if (!header.unread.empty())
    throw InputError("{}: {}; convert the file, such as by ImageMagick's `convert IN OUT.png`", name,
                     header.unread);
}

// Returns what kind of file cannot be decoded, and what to do; "" if this is unknown.
std::string undecoded(std::span<const std::uint8_t> bytes, const ImageMetadata& metadata) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const char* const kind = text.starts_with("GIF8")                           ? "a GIF"
                           : text.starts_with("RIFF") && metadata.more_images ? "an animated WebP"
                                                                              : nullptr;
  if (!kind) return "";
  return fmt::format(": it is {} file; convert one frame, such as by ImageMagick's `convert 'IN[0]' OUT.png`",
                     kind);
}

// Scales the values of a PGM or PPM image with a largest value below 255 to 0, ..., 255. OpenCV keeps those
// of binary files and rounds those of text files down. stated: largest value in the header.
void scale_levels(cv::Mat& image, std::span<const std::uint8_t> bytes, std::uint64_t stated,
                  const std::string& name) {
  if (stated >= 255 || stated < 1) return;
  const auto largest = static_cast<int>(stated);
  const bool binary = bytes[1] == '5' || bytes[1] == '6';
  cv::Mat levels(1, 256, CV_8U);
  for (int given = 0; given < 256; ++given) {
    const int value = binary ? given : (given * largest + 254) / 255;
    levels.at<std::uint8_t>(given) =
        static_cast<std::uint8_t>((std::min(value, largest) * 510 + largest) / (2 * largest));
  }
  double highest = 0;
  cv::minMaxLoc(image.reshape(1), nullptr, &highest);
  if (binary && highest > largest)
    throw InputError("{}: a pixel has the value {}, its header states at most {}", name, highest, largest);
  cv::LUT(image, levels, image);
}

// Drops the alpha channel of a BGRA image. Throws InputError unless the image is opaque.
cv::Mat without_alpha(const cv::Mat& image, const std::string& name) {
  std::vector<cv::Mat> planes;
  cv::split(image, planes);
  double least = 0;
  cv::minMaxLoc(planes[3], &least);
  if (least < 255) throw InputError("{}: is in part transparent; only opaque images are read", name);
  planes.pop_back();
  cv::Mat opaque;
  cv::merge(planes, opaque);
  return opaque;
}

Image decode(std::vector<std::uint8_t> bytes, const std::string& name) {
  if (bytes.empty()) throw InputError("{}: is empty", name);
  const ImageMetadata metadata = read_image_metadata(bytes);
  const std::string reason = undecoded(bytes, metadata);
  if (!has_known_format(bytes))
    throw InputError("{}: cannot be decoded as an image{}", name,
                     reason.empty() ? ": it is not a PNG, JPEG, BMP, PNM, TIFF or WebP file" : reason);
  const ImageHeader header = read_image_header(bytes);
  check_header(header, name);
  if (is_png(bytes)) bytes = essential_png(bytes, name);
  if (is_jpeg(bytes)) check_jpeg(bytes, name);
  cv::Mat decoded;
  try {
    decoded = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
  } catch (const cv::Exception&) {
    // The size exceeds OpenCV's limits or the memory; `decoded` stays empty.
  }
  if (decoded.empty()) throw InputError("{}: cannot be decoded as an image{}", name, reason);
  if (decoded.depth() != CV_8U)
    throw InputError(
        "{}: {} bits a channel, expected 8; convert the file, such as by ImageMagick's `convert IN -depth 8 OUT`",
        name, depth_name(decoded.depth()));
  scale_levels(decoded, bytes, header.largest, name);
  if (decoded.channels() == 4) {
    decoded = without_alpha(decoded, name);
    // OpenCV decodes grey with alpha as colour with alpha. The colour type is in the first chunk of a PNG.
    constexpr std::size_t kColourType = 25;
    constexpr std::uint8_t kGreyWithAlpha = 4;
    if (is_png(bytes) && bytes.size() > kColourType && bytes[kColourType] == kGreyWithAlpha)
      cv::extractChannel(decoded, decoded, 0);
  }
  const int channels = decoded.channels();
  if (channels != 1 && channels != 3) throw InputError("{}: {} channels, expected 1 or 3", name, channels);

  Image image;
  image.shape = {channels, decoded.rows, decoded.cols};
  image.metadata = metadata;
  image.pixels.resize(image.shape.size());
  const std::size_t plane = decoded.total();
  for (int row = 0; row < decoded.rows; ++row) {
    const std::uint8_t* from = decoded.ptr(row);
    std::uint8_t* to = image.pixels.data() + static_cast<std::size_t>(row) * decoded.cols;
    for (int column = 0; column < decoded.cols; ++column)
      for (int channel = 0; channel < channels; ++channel)
        to[(channels - 1 - channel) * plane + column] = *from++;  // BGR to RGB
  }
  return image;
}

std::vector<std::uint8_t> encode(std::span<const std::uint8_t> pixels, const ImageShape& shape,
                                 const char* format, const std::vector<int>& settings) {
  const int channels = shape.channels;
  if (channels != 1 && channels != 3)
    throw InputError("an image of {} cannot be a {} file: expected 1 channel or 3", to_string(shape),
                     format == std::string_view(".png") ? "PNG" : "JPEG");
  if (pixels.empty() || pixels.size() != static_cast<std::size_t>(shape.size()))
    throw std::invalid_argument(
        fmt::format("{} pixel values given for an image of {}", pixels.size(), to_string(shape)));
  cv::Mat image(shape.height, shape.width, CV_8UC(channels));
  const std::size_t plane = image.total();
  for (std::size_t i = 0; i < plane; ++i)
    for (int channel = 0; channel < channels; ++channel)
      image.data[i * channels + channel] = pixels[(channels - 1 - channel) * plane + i];  // RGB to BGR
  std::vector<std::uint8_t> bytes;
  if (!cv::imencode(format, image, bytes, settings))
    throw std::runtime_error(fmt::format("OpenCV could not encode an image of {}", to_string(shape)));
  return bytes;
}

}  // namespace

namespace {

// Returns the extension in lower case.
std::string lower_extension(const std::filesystem::path& path) {
  return lower_case(path.extension().string());
}

}  // namespace

bool has_image_extension(const std::filesystem::path& path) {
  static constexpr std::array<std::string_view, 11> kExtensions = {
      ".bmp", ".jfif", ".jpeg", ".jpg", ".pgm", ".png", ".pnm", ".ppm", ".tif", ".tiff", ".webp"};
  return std::ranges::count(kExtensions, lower_extension(path)) > 0;
}

std::string unread_format(const std::filesystem::path& path) {
  static const std::map<std::string, std::string> kFormats = {
      {".gif", "GIF"},       {".heic", "HEIC"},   {".heif", "HEIF"}, {".avif", "AVIF"}, {".jp2", "JPEG 2000"},
      {".j2k", "JPEG 2000"}, {".jxl", "JPEG XL"}, {".tga", "TGA"},   {".exr", "EXR"},   {".hdr", "HDR"},
      {".dcm", "DICOM"},     {".svg", "SVG"},     {".psd", "PSD"},   {".dng", "DNG"},   {".ico", "ICO"}};
  const auto found = kFormats.find(lower_extension(path));
  return found == kFormats.end() ? "" : found->second;
}

Image read_image(const std::filesystem::path& path) {
  return decode(read_complete_file(path), path.string());
}

Image read_png(const std::filesystem::path& path) {
  auto bytes = read_complete_file(path);
  if (!is_png(bytes)) throw InputError("{}: is not a PNG file", path.string());
  return decode(std::move(bytes), path.string());
}

std::vector<std::uint8_t> encode_png(std::span<const std::uint8_t> pixels, const ImageShape& shape) {
  return encode(pixels, shape, ".png", {cv::IMWRITE_PNG_COMPRESSION, 9});
}

Image through_jpeg(std::span<const std::uint8_t> pixels, const ImageShape& shape, int quality) {
  return decode(encode(pixels, shape, ".jpg", {cv::IMWRITE_JPEG_QUALITY, quality}), "JPEG");
}

void write_png(const std::filesystem::path& path, std::span<const std::uint8_t> pixels,
               const ImageShape& shape) {
  write_atomically(path, encode_png(pixels, shape), Durability::unsynced);
}

}  // namespace bora::data
