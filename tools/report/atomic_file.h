// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace bora {

/// Writes `content` under a temporary name in the same folder and renames it to `path`. Throws InputError
/// naming the file if that fails; nothing is left behind then, and an older file stays as it was.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace bora
