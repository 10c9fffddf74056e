// Files that are replaced atomically: written whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace bora {

/// Writes a temporary file beside `path` and renames it. A reader of `path` therefore sees the complete new
/// content, or the state before the call. Throws InputError naming the file and the system's reason (no
/// permission, full disk), and then leaves no temporary file behind.
void write_atomically(const std::filesystem::path& path, std::string_view content);
void write_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> content);

/// Removes the temporary files that killed processes left in a folder, and up to two levels below it. Those
/// of running processes stay, and so does what cannot be removed.
void remove_abandoned_parts(const std::filesystem::path& folder);

}  // namespace bora
