// Detection of folders on network file systems.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace bora::runs {

/// Type of a mounted file system, as the kernel reports it.
struct Mounted {
  std::uint32_t magic = 0;  ///< f_type of statfs(2)
  std::string type;  ///< type of a user-space file system in /proc/self/mountinfo: "fuse.sshfs"; else ""
};

/// Returns the file system of the folder, or of its nearest existing parent. If the kernel does not report
/// it, the fields are 0 and "".
Mounted mounted_at(const std::filesystem::path& folder);

/// Returns "NFS", "Lustre", ...; "" for a local disk or an unknown file system. User-space file systems that
/// store local files (fuse-overlayfs, NTFS) count as local disks.
std::string network_filesystem(const Mounted& mounted);

/// Throws InputError, which names the folder, the file system and what to do, if the folder is on a network
/// file system. SQLite's WAL mode needs shared memory and reliable locks. A network file system has neither
/// (https://www.sqlite.org/wal.html), so a killed run could leave a damaged database.
void refuse_network_disk(const std::filesystem::path& folder);

}  // namespace bora::runs
