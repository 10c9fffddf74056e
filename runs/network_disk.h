// Detection of folders on network file systems, which other machines may write to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace bora::runs {

/// Type of a mounted file system, as the kernel reports it.
struct Mounted {
  std::uint32_t magic = 0;  ///< f_type of statfs(2)
  std::string type;  ///< type of a user-space file system, as in /proc/self/mountinfo: "fuse.sshfs"; else ""
};

/// Returns the file system of the folder, or of its nearest existing parent. If the kernel does not report
/// it, the fields are 0 and "".
Mounted mounted_at(const std::filesystem::path& folder);

/// Returns "NFS", "Lustre", ...; "" for a disk of this machine or an unknown file system. File systems in
/// user space that keep a machine's own files (fuse-overlayfs, NTFS) are disks of this machine.
std::string network_filesystem(const Mounted& mounted);

/// Throws InputError, which names the folder, the file system and what to do, if the folder is on a network
/// file system. SQLite's log in WAL mode needs memory that all writers share, and reliable locks: a network
/// file system has neither (https://www.sqlite.org/wal.html), and a run that was killed there would not be
/// intact.
void refuse_network_disk(const std::filesystem::path& folder);

}  // namespace bora::runs
