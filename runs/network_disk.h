// Detection of folders on network file systems, which other machines may write to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace bora {

/// Type of a mounted file system, as the kernel reports it.
struct Mounted {
  std::uint32_t magic = 0;  ///< f_type of statfs(2)
  std::string type;         ///< user-space type of /proc/self/mountinfo, "fuse.sshfs"; else ""
};

/// Returns the file system of the folder, or of its nearest existing parent. If the kernel does not report
/// it, the fields are 0 and "".
Mounted mounted_at(const std::filesystem::path& folder);

/// Returns "NFS", "Lustre", ...; "" for a disk of this machine or an unknown file system. File systems in
/// user space that keep a machine's own files (fuse-overlayfs, NTFS) are disks of this machine.
std::string network_filesystem(const Mounted& mounted);

/// SQLite's log in WAL mode needs memory that all who write share, and locks that hold: a network file system
/// has neither (https://www.sqlite.org/wal.html), and a run that was killed there would not be intact. Throws
/// InputError that names the folder and the file system, and what to do.
void refuse_network_disk(const std::filesystem::path& folder);

}  // namespace bora
