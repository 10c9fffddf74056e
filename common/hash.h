// SHA-256, for naming a model in a report and for recognising a query on replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace bora {

/// Hex digest of a file, as `sha256sum` prints it. Throws InputError if the file cannot be read.
std::string sha256_file(const std::filesystem::path& path);

/// Hex digest of bytes in memory.
std::string sha256(std::string_view bytes);

/// The first 63 bits of the SHA-256 of `size` bytes (63, so that it fits SQLite's signed integer unchanged).
std::int64_t short_hash(const void* data, std::size_t size);

}  // namespace bora
