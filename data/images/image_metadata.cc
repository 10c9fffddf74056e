#include "data/images/image_metadata.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>

namespace bora::data {
namespace {

using Bytes = std::span<const std::uint8_t>;

bool begins_with(Bytes bytes, std::string_view text) {
  const std::string_view found(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return found.starts_with(text);
}

// Returns the bytes from `first` on, at most `count`.
Bytes part_of(Bytes bytes, std::size_t first, std::size_t count) {
  first = std::min(first, bytes.size());
  return bytes.subspan(first, std::min(count, bytes.size() - first));
}

// Returns the number of `size` bytes at a place; 0 beyond the end.
std::uint32_t number(Bytes bytes, std::size_t at, std::size_t size, bool big_endian) {
  const Bytes digits = part_of(bytes, at, size);
  if (digits.size() < size) return 0;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | digits[big_endian ? i : size - 1 - i];
  return value;
}

// Structure of a TIFF file, which EXIF data have, too: a list of directories, which consist of entries.
class TiffStructure {
 public:
  explicit TiffStructure(Bytes bytes) : bytes_(bytes), big_endian_(begins_with(bytes, "MM")) {}

  bool is_valid() const {
    return begins_with(bytes_, std::string_view("II*\0", 4)) ||
           begins_with(bytes_, std::string_view("MM\0*", 4));
  }
  // Returns the place of the first directory; 0: none.
  std::size_t first() const { return number(bytes_, 4, 4, big_endian_); }
  // Returns the place of the next directory; 0: none.
  std::size_t next(std::size_t directory) const {
    return number(bytes_, directory + 2 + kEntry * entries(directory), 4, big_endian_);
  }
  // Returns the value of an entry whose type is SHORT or LONG; nullopt if the directory has no such entry.
  std::optional<std::uint32_t> value(std::size_t directory, std::uint32_t tag) const {
    constexpr std::uint32_t kShort = 3, kLong = 4;
    const std::size_t count = entries(directory);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = directory + 2 + kEntry * i;
      if (number(bytes_, at, 2, big_endian_) != tag) continue;
      const std::uint32_t type = number(bytes_, at + 2, 2, big_endian_);
      if (type == kShort) return number(bytes_, at + 8, 2, big_endian_);
      if (type == kLong) return number(bytes_, at + 8, 4, big_endian_);
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kEntry = 12;  // bytes
  std::size_t entries(std::size_t directory) const { return number(bytes_, directory, 2, big_endian_); }

  Bytes bytes_;
  bool big_endian_;
};

// Returns the orientation that EXIF data state; 1 if they state none.
int orientation_in(Bytes exif) {
  constexpr std::string_view kMark("Exif\0\0", 6);
  constexpr std::uint32_t kOrientation = 0x112, kLast = 8;
  if (begins_with(exif, kMark)) exif = exif.subspan(kMark.size());
  const TiffStructure tiff(exif);
  if (!tiff.is_valid()) return 1;
  const std::uint32_t found = tiff.value(tiff.first(), kOrientation).value_or(1);
  return found >= 1 && found <= kLast ? static_cast<int>(found) : 1;
}

// Reads the segments of a JPEG file before the first scan.
int orientation_of_jpeg(Bytes bytes) {
  constexpr std::uint8_t kMark = 0xff, kApplication1 = 0xe1, kScan = 0xda;
  constexpr std::string_view kExif("Exif\0\0", 6);
  for (std::size_t at = 2; at + 4 <= bytes.size() && bytes[at] == kMark && bytes[at + 1] != kScan;) {
    const std::size_t length = number(bytes, at + 2, 2, true);
    const Bytes data = part_of(bytes, at + 4, length < 2 ? 0 : length - 2);
    if (bytes[at + 1] == kApplication1 && begins_with(data, kExif)) return orientation_in(data);
    at += bytes[at + 1] == kMark ? 1 : 2 + length;
  }
  return 1;
}

// Reads the chunks of a PNG file.
ImageMetadata of_png(Bytes bytes) {
  constexpr std::size_t kSignature = 8, kFrame = 12;  // kFrame: length, type and checksum of a chunk
  ImageMetadata found;
  for (std::size_t at = kSignature; at + kFrame <= bytes.size();) {
    const std::size_t length = number(bytes, at, 4, true);
    const Bytes type = part_of(bytes, at + 4, 4), data = part_of(bytes, at + 8, length);
    if (begins_with(type, "eXIf")) found.orientation = orientation_in(data);
    if (begins_with(type, "acTL")) found.more_images = number(data, 0, 4, true) > 1;
    at += length + kFrame;
  }
  return found;
}

// Reads the chunks of a WebP file.
int orientation_of_webp(Bytes bytes) {
  constexpr std::size_t kHeader = 12, kFrame = 8;  // kFrame: type and length of a chunk
  for (std::size_t at = kHeader; at + kFrame <= bytes.size();) {
    const std::size_t length = number(bytes, at + 4, 4, false);
    if (begins_with(bytes.subspan(at), "EXIF")) return orientation_in(part_of(bytes, at + kFrame, length));
    at += kFrame + length + length % 2;
  }
  return 1;
}

// Returns whether pages follow the first one, other than masks and copies of it at a lower resolution.
bool has_more_pages(const TiffStructure& tiff) {
  constexpr std::uint32_t kSubfileType = 254, kReducedOrMask = 1 | 4;
  constexpr std::size_t kMost = 64;  // number of directories that are looked at; real files have few copies
  std::set<std::size_t> seen{0, tiff.first()};
  for (std::size_t at = tiff.next(tiff.first()); seen.size() < kMost && seen.insert(at).second;
       at = tiff.next(at))
    if ((tiff.value(at, kSubfileType).value_or(0) & kReducedOrMask) == 0) return true;
  return false;
}

// Returns whether the animation flag of a WebP file is set, which stands in the first chunk, VP8X.
bool is_animated_webp(Bytes bytes) {
  constexpr std::size_t kFirstChunk = 12, kFlags = 20;
  constexpr std::uint32_t kAnimation = 2;
  return begins_with(part_of(bytes, kFirstChunk, 4), "VP8X") &&
         (number(bytes, kFlags, 1, false) & kAnimation) != 0;
}

ImageHeader header_of_webp(Bytes bytes) {
  constexpr std::size_t kFirstChunk = 12;
  constexpr std::uint32_t kSideBits = (1 << 14) - 1;
  const Bytes chunk = part_of(bytes, kFirstChunk, bytes.size());
  ImageHeader header;
  if (begins_with(chunk, "VP8X")) {
    header = {number(chunk, 15, 3, false) + std::uint64_t{1}, number(chunk, 12, 3, false) + std::uint64_t{1},
              ""};
  } else if (begins_with(chunk, "VP8L")) {
    const std::uint32_t sides = number(chunk, 9, 4, false);
    header = {(sides >> 14 & kSideBits) + std::uint64_t{1}, (sides & kSideBits) + std::uint64_t{1}, ""};
  } else if (begins_with(chunk, "VP8 ")) {
    header = {number(chunk, 16, 2, false) & kSideBits, number(chunk, 14, 2, false) & kSideBits, ""};
  }
  return header;
}

ImageHeader header_of_bmp(Bytes bytes) {
  constexpr std::size_t kSizeOfHeader = 14;
  constexpr std::uint32_t kOldHeader = 12, kSign = 1U << 31;
  const bool old = number(bytes, kSizeOfHeader, 4, false) == kOldHeader;
  const std::size_t size = old ? 2 : 4;  // bytes of a side
  const std::uint32_t width = number(bytes, 18, size, false), height = number(bytes, 18 + size, size, false);
  const std::uint32_t bits = number(bytes, 18 + 2 * size + 2, 2, false);
  ImageHeader header{height, width, ""};
  // A negative height means rows from top to bottom.
  if (!old && (height & kSign) != 0) header.height = (std::uint64_t{1} << 32) - height;
  if (bits == 16) header.unread = "a BMP of 16 bits a pixel, expected 8 bits a channel";
  return header;
}

ImageHeader header_of_tiff(const TiffStructure& tiff) {
  constexpr std::uint32_t kWidth = 256, kHeight = 257, kColours = 262;
  constexpr std::uint32_t kFirstLab = 8, kLastLab = 10;  // CIE, ICC and ITU L*a*b*
  const std::uint32_t colours = tiff.value(tiff.first(), kColours).value_or(0);
  ImageHeader header{tiff.value(tiff.first(), kHeight).value_or(0),
                     tiff.value(tiff.first(), kWidth).value_or(0), ""};
  if (colours >= kFirstLab && colours <= kLastLab)
    header.unread = "a TIFF with L*a*b* colours, expected grey or RGB";
  return header;
}

// Reads the width, the height and, unless it has bits, the largest value of a PNM file. White space and
// comments separate them.
ImageHeader header_of_pnm(Bytes bytes) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  std::size_t at = 2;
  const auto next = [&] {
    std::uint64_t value = 0;
    for (bool comment = false; at < bytes.size() && (comment || bytes[at] < '0' || bytes[at] > '9'); ++at)
      comment = comment ? bytes[at] != '\n' : bytes[at] == '#';
    for (; at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9' && value < kMost; ++at)
      value = 10 * value + (bytes[at] - '0');
    return value;
  };
  ImageHeader header;
  header.width = next();
  header.height = next();
  if (bytes[1] != '1' && bytes[1] != '4') header.largest = next();
  return header;
}

bool is_webp(Bytes bytes) {
  return begins_with(bytes, "RIFF") && begins_with(part_of(bytes, 8, 4), "WEBP");
}

}  // namespace

ImageHeader read_image_header(Bytes bytes) {
  const TiffStructure tiff(bytes);
  if (tiff.is_valid()) return header_of_tiff(tiff);
  if (is_webp(bytes)) return header_of_webp(bytes);
  if (begins_with(bytes, "BM")) return header_of_bmp(bytes);
  const bool pnm = bytes.size() > 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6';
  return pnm ? header_of_pnm(bytes) : ImageHeader{};
}

ImageMetadata read_image_metadata(Bytes bytes) {
  if (begins_with(bytes, "\xff\xd8\xff")) return {orientation_of_jpeg(bytes), false};
  if (begins_with(bytes, "\x89PNG\r\n\x1a\n")) return of_png(bytes);
  if (is_webp(bytes)) return {orientation_of_webp(bytes), is_animated_webp(bytes)};
  const TiffStructure tiff(bytes);
  return {1, tiff.is_valid() && has_more_pages(tiff)};
}

}  // namespace bora::data
