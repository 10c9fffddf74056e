// Files that are replaced atomically: written whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace bora {

/// Writes `content` to a temporary file beside `path` and renames it to `path`. A reader of `path` therefore
/// sees the complete new content, or the state before the call. Follows symbolic links, and writes to devices
/// and pipes directly. Throws InputError naming the file and the system's reason (no permission, full disk),
/// and then leaves no temporary file behind.
void write_atomically(const std::filesystem::path& path, std::string_view content);
void write_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> content);

/// Removes the temporary files of write_atomically() that killed processes left in `folder` and up to two
/// levels below it. Keeps those of running processes. Ignores files that cannot be removed.
void remove_abandoned_parts(const std::filesystem::path& folder);

}  // namespace bora
