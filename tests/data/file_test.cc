#include "data/file.h"

#include <csignal>
#include <stdexcept>

#include <sys/resource.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "data/samples.h"
#include "support/input_error.h"
#include "support/temporary_folder.h"

namespace bora {
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

TEST(ReadFile, TellsThatAGzipStreamIsCutShort) {
  const testing::TemporaryFolder folder;
  const Bytes bytes = testing::noise(10'000, 1);
  Bytes packed = testing::gzip(bytes);
  packed.resize(packed.size() - 4);
  testing::write_bytes(folder / "cut", packed);
  EXPECT_TRUE(read_file(folder / "cut").cut_short);
  EXPECT_EQ(read_file(folder / "cut").bytes, bytes);
  expect_input_error([&] { read_complete_file(folder / "cut"); }, "cut", "truncated", "10000");
}

TEST(ReadFile, RefusesWhatIsNoReadableFile) {
  const testing::TemporaryFolder folder;
  expect_input_error([&] { read_file(folder / "absent"); }, "absent", "No such file");
  expect_input_error([&] { read_file(folder.path()); }, folder.path().string(), "not a file");
  expect_input_error([&] { read_file("/dev/zero"); }, "/dev/zero", "not a file");
  if (geteuid() == 0) return;  // to whom everything is readable
  testing::write_text(folder / "secret", "x");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::none);
  expect_input_error([&] { read_file(folder / "secret"); }, "secret", "Permission denied");
}

TEST(WriteFile, ReplacesTheOldContentAndLeavesNothingElse) {
  const testing::TemporaryFolder folder;
  for (const std::size_t size : {100'000, 0, 5}) {
    write_file(folder / "file", testing::noise(size, size));
    EXPECT_EQ(testing::read_bytes(folder / "file"), testing::noise(size, size));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

// What write_file says on failure; and nothing may be left of it.
std::string write_failure(const std::filesystem::path& path, const Bytes& bytes) {
  try {
    write_file(path, bytes);
  } catch (const std::runtime_error& error) {
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".part"));
    return error.what();
  }
  return "no error";
}

TEST(WriteFile, NamesTheFileThatCannotBeWritten) {
  const testing::TemporaryFolder folder;
  const auto absent = folder / "absent/file";
  EXPECT_EQ(write_failure(absent, {1}), absent.string() + ": cannot be written (No such file or directory)");
  std::filesystem::create_directory(folder / "taken");
  EXPECT_EQ(write_failure(folder / "taken", {1}),
            (folder / "taken").string() + ": cannot be written (Is a directory)");
}

TEST(WriteFile, KeepsTheOldContentWhenTheSpaceRunsOut) {
  const testing::TemporaryFolder folder;
  write_file(folder / "file", testing::noise(10, 1));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit narrow = {1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &narrow), 0);
  const std::string message = write_failure(folder / "file", testing::noise(5000, 2));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, (folder / "file").string() + ": cannot be written (File too large)");
  EXPECT_EQ(testing::read_bytes(folder / "file"), testing::noise(10, 1));
}

}  // namespace
}  // namespace bora
