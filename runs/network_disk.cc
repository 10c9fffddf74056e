#include "runs/network_disk.h"

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "common/error.h"

namespace bora::runs {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kFuse = 0x65735546;

// Network file systems by f_type, from statfs(2), linux/magic.h and the documentation of the others. 9P is
// left out, because virtual machines use it for disks of their own host.
constexpr std::array<std::pair<std::uint32_t, const char*>, 16> kNetworks = {{
    {0x6969, "NFS"},
    {0x517B, "SMB"},
    {0xFE534D42, "SMB"},
    {0xFF534D42, "CIFS"},
    {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x00C36400, "Ceph"},
    {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"},
    {0xAAD7AAEA, "PanFS"},
    {0x5346414F, "AFS"},
    {0x6B414653, "AFS"},
    {0x73757245, "Coda"},
    {0x01161970, "GFS2"},
    {0x7461636F, "OCFS2"},
    {0x564C, "NCP"},
}};

// Types of network file systems in user space, without the prefix "fuse.".
constexpr std::array<const char*, 14> kNetworksInUserSpace = {
    "sshfs", "glusterfs", "ceph",   "ceph-fuse", "s3fs",      "rclone", "gcsfuse",
    "mfs",   "juicefs",   "goofys", "mount-s3",  "curlftpfs", "davfs",  "gvfsd-fuse"};

// Returns the type of the mounted file system on this device, e.g. "fuse.sshfs"; "" if it is not listed.
std::string mount_type(dev_t device) {
  const std::string number = fmt::format("{}:{}", major(device), minor(device));
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string id, parent, of;
    words >> id >> parent >> of;
    if (of != number) continue;
    std::string word;
    while (words >> word && word != "-") {
    }
    words >> word;
    return word;
  }
  return "";
}

}  // namespace

Mounted mounted_at(const fs::path& folder) {
  std::error_code error;
  fs::path there = fs::absolute(folder.empty() ? "." : folder, error);
  while (!fs::exists(there, error) && there != there.parent_path()) there = there.parent_path();
  struct statfs said {};
  if (::statfs(there.c_str(), &said) != 0) return {};
  Mounted mounted{static_cast<std::uint32_t>(said.f_type), ""};
  struct stat device {};
  if (mounted.magic == kFuse && ::stat(there.c_str(), &device) == 0) mounted.type = mount_type(device.st_dev);
  return mounted;
}

std::string network_filesystem(const Mounted& mounted) {
  if (mounted.magic == kFuse) {
    const std::string kind = mounted.type.starts_with("fuse.") ? mounted.type.substr(5) : "";
    return std::ranges::find(kNetworksInUserSpace, kind) == kNetworksInUserSpace.end() ? "" : kind;
  }
  const auto found =
      std::ranges::find(kNetworks, mounted.magic, [](const auto& network) { return network.first; });
  return found == kNetworks.end() ? "" : found->second;
}

void refuse_network_disk(const fs::path& folder) {
  const std::string network = network_filesystem(mounted_at(folder));
  if (network.empty()) return;
  throw InputError(
      "{}: is on a network file system ({}), where a crash could damage the run's database; name a folder on a "
      "local disk, e.g. below /tmp, and copy it when the run has ended",
      folder.empty() ? "." : folder.string(), network);
}

}  // namespace bora::runs
