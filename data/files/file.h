// Reading of whole files, with decompression.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

/// Content of a file.
struct FileContent {
  std::vector<std::uint8_t> bytes;
  /// True if a gzip stream ends before its end mark; `bytes` then holds the part before. Callers must refuse
  /// such a file, and can say how much is missing if the format tells.
  bool cut_short = false;
};

/// Largest accepted size of the unpacked content of an archive or compressed file, in bytes. The largest
/// common data sets have a tenth of this.
inline constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{4} << 30;

/// Reads a file and inflates it if its content is gzip. Throws InputError if it is not a regular file, cannot
/// be read, is damaged, inflates to more than `most_bytes`, or has a name ending in .gz but is not gzip.
FileContent read_file(const std::filesystem::path& path, std::uint64_t most_bytes = kMostUnpackedBytes);

/// Reads a file as read_file() does. Throws InputError also for a gzip stream that is cut short.
std::vector<std::uint8_t> read_complete_file(const std::filesystem::path& path);

/// Reads a file as read_complete_file() does, and returns it as text.
std::string read_text_file(const std::filesystem::path& path);

/// Returns the number in four bytes, the highest first (network order), as used by IDX and PNG.
inline std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

}  // namespace bora::data
