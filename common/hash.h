// SHA-256 digests. They identify models in reports, and recognise queries on replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace bora {

/// Returns the hex digest of a file, as `sha256sum` prints it. Throws InputError if the file cannot be read.
std::string sha256_file(const std::filesystem::path& path);

/// Returns the hex digest of bytes in memory.
std::string sha256(std::string_view bytes);

/// Returns the first 63 bits of the SHA-256 of `size` bytes (63: SQLite's integers are signed).
std::int64_t short_hash(const void* data, std::size_t size);

}  // namespace bora
