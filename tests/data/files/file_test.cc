#include "data/files/file.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora::data {
namespace {

using testing::Bytes;
using testing::expect_input_error;

TEST(ReadFile, ReadsPlainAndGzippedFilesOfAnySize) {
  const testing::TemporaryFolder folder;
  for (const std::size_t size : {0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3'000'000}) {
    const Bytes bytes = testing::noise(size, size);
    testing::write_bytes(folder / "plain", bytes);
    testing::write_bytes(folder / "packed", testing::gzip(bytes));
    EXPECT_TRUE(read_complete_file(folder / "plain") == bytes) << size;
    EXPECT_TRUE(read_complete_file(folder / "packed") == bytes) << size;
    EXPECT_FALSE(read_file(folder / "packed").cut_short);
  }
}

TEST(ReadFile, ReportsATruncatedGzipStream) {
  const testing::TemporaryFolder folder;
  const Bytes bytes = testing::noise(10'000, 1);
  Bytes packed = testing::gzip(bytes);
  packed.resize(packed.size() - 4);
  testing::write_bytes(folder / "cut", packed);
  EXPECT_TRUE(read_file(folder / "cut").cut_short);
  EXPECT_EQ(read_file(folder / "cut").bytes, bytes);
  expect_input_error([&] { read_complete_file(folder / "cut"); }, "cut", "truncated", "10000");
}

TEST(ReadFile, RefusesUnreadableFiles) {
  const testing::TemporaryFolder folder;
  expect_input_error([&] { read_file(folder / "absent"); }, "absent", "No such file");
  expect_input_error([&] { read_file(folder.path()); }, folder.path().string(), "not a file");
  expect_input_error([&] { read_file("/dev/zero"); }, "/dev/zero", "not a file");
  if (geteuid() == 0) return;  // the superuser can read every file
  testing::write_text(folder / "secret", "x");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::none);
  expect_input_error([&] { read_file(folder / "secret"); }, "secret", "Permission denied");
}

TEST(ReadFile, RefusesAGzipBomb) {
  const testing::TemporaryFolder folder;
  testing::write_bytes(folder / "bomb", testing::gzip(Bytes(3'000'000, 0)));
  testing::write_bytes(folder / "plain", Bytes(3'000'000, 0));
  expect_input_error([&] { read_file(folder / "bomb", 2'000'000); }, "bomb", "more than 2000000 bytes");
  EXPECT_EQ(read_file(folder / "bomb", 3'000'000).bytes.size(), 3'000'000U);
  EXPECT_EQ(read_file(folder / "plain", 2'000'000).bytes.size(), 3'000'000U);
}

}  // namespace
}  // namespace bora::data
