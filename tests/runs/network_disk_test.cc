#include "runs/network_disk.h"

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace bora::runs {
namespace {

TEST(NetworkDiskTest, NetworkFileSystemsAreRecognisedByTheirNumbers) {
  EXPECT_EQ(network_filesystem({0x6969, ""}), "NFS");
  EXPECT_EQ(network_filesystem({0xFF534D42, ""}), "CIFS");
  EXPECT_EQ(network_filesystem({0xFE534D42, ""}), "SMB");
  EXPECT_EQ(network_filesystem({0x0BD00BD0, ""}), "Lustre");
  EXPECT_EQ(network_filesystem({0x47504653, ""}), "GPFS");
}

TEST(NetworkDiskTest, LocalDisksAreNotNetworkFileSystems) {
  for (const std::uint32_t own :
       {0xEF53U /* ext4 */, 0x58465342U /* XFS */, 0x9123683EU /* Btrfs */, 0x01021994U /* tmpfs */,
        0x794C7630U /* overlay */, 0x2FC12FC1U /* ZFS */, 0U})
    EXPECT_EQ(network_filesystem({own, ""}), "") << own;
}

TEST(NetworkDiskTest, UserSpaceFileSystemsAreRecognisedByTheirType) {
  constexpr std::uint32_t kFuse = 0x65735546;
  EXPECT_EQ(network_filesystem({kFuse, "fuse.sshfs"}), "sshfs");
  EXPECT_EQ(network_filesystem({kFuse, "fuse.glusterfs"}), "glusterfs");
  EXPECT_EQ(network_filesystem({kFuse, "fuse.fuse-overlayfs"}), "");
  EXPECT_EQ(network_filesystem({kFuse, "fuseblk"}), "");
  EXPECT_EQ(network_filesystem({kFuse, ""}), "");
}

TEST(NetworkDiskTest, AMissingFolderIsOnTheDiskOfItsParent) {
  const auto folder = testing::TemporaryFolder::in_memory();
  const Mounted above = mounted_at(folder / "");
  EXPECT_NE(above.magic, 0U);
  EXPECT_EQ(mounted_at(folder / "not" / "there").magic, above.magic);
  EXPECT_NO_THROW(refuse_network_disk(folder / "not"));
}

}  // namespace
}  // namespace bora::runs
