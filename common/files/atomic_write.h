// Files that are replaced atomically: written whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace bora {

/// Choice whether a write waits until the disk has the data.
enum class Durability {
  synced,   // waits, so that a power cut loses nothing that was written before
  unsynced  // does not wait: it is faster, but a power cut may leave an empty file. Use it for content that
            // is stored elsewhere, too
};

/// Writes `content` to a temporary file beside `path` and renames it to `path`. A reader of `path` therefore
/// sees the complete new content, or the state before the call. With Durability::synced, this holds after a
/// power cut, too, and the new content is on the disk when the call returns. Follows symbolic links, and
/// writes to devices and pipes directly. Throws InputError naming the file and the system's reason (no
/// permission, full disk, failing disk), and then leaves no temporary file behind.
void write_atomically(const std::filesystem::path& path, std::string_view content,
                      Durability durability = Durability::synced);
void write_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                      Durability durability = Durability::synced);

/// Waits until the names of the files in `folder` are on the disk: those of new, renamed and removed files.
/// Does nothing if the folder cannot be opened, or if its file system cannot sync folders. Throws
/// std::system_error if the disk fails.
void sync_folder(const std::filesystem::path& folder);

/// Removes the temporary files of write_atomically() that killed processes left in `folder` and up to two
/// levels below it. Keeps those of running processes. Ignores files that cannot be removed.
void remove_abandoned_parts(const std::filesystem::path& folder);

}  // namespace bora
