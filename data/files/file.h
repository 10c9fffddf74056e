// Reading of whole files, which are inflated if compressed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bora::data {

struct FileContent {
  std::vector<std::uint8_t> bytes;
  /// True for a gzip stream that ends before its end mark; `bytes` is what could be inflated. The reader of
  /// the format, which knows how much is missing, has to refuse it.
  bool cut_short = false;
};

/// Largest size of what an archive or a compressed file unpacks to, in bytes; others are refused. The largest
/// common data sets are a tenth of this.
inline constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{4} << 30;

/// Returns the bytes of a file, inflated if it is gzip (recognised by its content; a name ending in .gz that
/// holds something else is refused). Throws InputError if it is no file, cannot be read, is damaged, or is
/// gzip and inflates to more than `most_bytes`.
FileContent read_file(const std::filesystem::path& path, std::uint64_t most_bytes = kMostUnpackedBytes);

/// Reads a file as read_file does, for formats that cannot tell how much is missing. Throws InputError also
/// for a gzip stream that is cut short.
std::vector<std::uint8_t> read_complete_file(const std::filesystem::path& path);

/// Reads a file as read_complete_file does, and returns it as text.
std::string read_text_file(const std::filesystem::path& path);

/// Returns the number that four bytes hold in network order, as used by IDX and PNG.
inline std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

}  // namespace bora::data
