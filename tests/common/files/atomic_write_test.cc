#include "common/files/atomic_write.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "common/error.h"
#include "support/temporary_folder.h"

namespace bora {
namespace {

/// Files and folders that were synced, in order, and the errors of these syncs. 0 or no entry: no error.
struct Syncs {
  std::vector<std::filesystem::path> files;
  std::vector<int> errors;
};
Syncs* watched = nullptr;  // nullptr: syncs are not watched

}  // namespace
}  // namespace bora

/// Replaces the function of the C library.
extern "C" int fsync(int file) {
  if (bora::watched) {
    auto& [files, errors] = *bora::watched;
    files.push_back(std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file)));
    if (files.size() <= errors.size() && errors[files.size() - 1] != 0) {
      errno = errors[files.size() - 1];
      return -1;
    }
  }
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace bora {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::ptrdiff_t files_in(const std::filesystem::path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

/// Returns the message of a failed write, and expects that it leaves no file.
std::string failure(const std::filesystem::path& path, const std::string& text) {
  const bool folder_there = std::filesystem::exists(path.parent_path());
  const auto before = folder_there ? files_in(path.parent_path()) : 0;
  try {
    write_atomically(path, text);
  } catch (const InputError& error) {
    if (folder_there) {
      EXPECT_EQ(files_in(path.parent_path()), before);
    }
    return error.what();
  }
  return "no error";
}

TEST(AtomicWrite, ReplacesTheOldContentAndLeavesNoOtherFile) {
  const testing::TemporaryFolder folder;
  for (const std::size_t size : {100'000, 0, 5}) {
    const std::string text(size, '\0');
    write_atomically(folder / "file", text);
    EXPECT_EQ(content(folder / "file"), text);
  }
  const std::vector<std::uint8_t> bytes{0, 255, 10};
  write_atomically(folder / "file", bytes);
  EXPECT_EQ(content(folder / "file"), std::string("\0\xff\n", 3));
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicWrite, ReplacesTheTargetOfASymbolicLink) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "elsewhere");
  std::ofstream(folder / "elsewhere/file") << "old";
  std::filesystem::create_symlink("elsewhere/file", folder / "link");
  write_atomically(folder / "link", std::string_view("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(content(folder / "elsewhere/file"), "new");
  EXPECT_EQ(files_in(folder.path()), 2);
}

// For the superuser, renaming a temporary file would replace /dev/null for the whole machine.
TEST(AtomicWrite, WritesToAPipeDirectly) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  write_atomically(pipe, std::string_view("text"));
  char read_back[8] = {};
  EXPECT_EQ(read(reader, read_back, sizeof read_back), 4);
  EXPECT_STREQ(read_back, "text");
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicWrite, NamesTheFileThatCannotBeWritten) {
  const testing::TemporaryFolder folder;
  const auto absent = folder / "absent/file";
  EXPECT_EQ(failure(absent, "x"), absent.string() + ": cannot be written (No such file or directory)");
  std::filesystem::create_directory(folder / "taken");
  EXPECT_EQ(failure(folder / "taken", "x"),
            (folder / "taken").string() + ": cannot be written (Is a directory)");
}

TEST(AtomicWrite, KeepsTheOldContentIfTheDiskIsFull) {
  const testing::TemporaryFolder folder;
  write_atomically(folder / "file", "old");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit narrow = {1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &narrow), 0);
  const std::string message = failure(folder / "file", std::string(5000, 'n'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, (folder / "file").string() + ": cannot be written (File too large)");
  EXPECT_EQ(content(folder / "file"), "old");
}

// Syncs while a file is written, with these errors.
class WatchedSyncs {
 public:
  explicit WatchedSyncs(std::vector<int> errors = {}) : syncs_{{}, std::move(errors)} { watched = &syncs_; }
  ~WatchedSyncs() { watched = nullptr; }
  const std::vector<std::filesystem::path>& files() const { return syncs_.files; }

 private:
  Syncs syncs_;
};

TEST(AtomicWrite, SyncsTheFileBeforeItsRenameAndTheFolderAfterIt) {
  const testing::TemporaryFolder folder;
  const auto canonical = std::filesystem::canonical(folder.path());
  const std::vector<std::filesystem::path> both{canonical / fmt::format("file.{}.part", ::getpid()),
                                                canonical};
  {
    const WatchedSyncs syncs;
    write_atomically(folder / "file", "text");
    EXPECT_EQ(syncs.files(), both);
  }
  const WatchedSyncs syncs;
  write_atomically(folder / "file", "text", Durability::unsynced);
  EXPECT_TRUE(syncs.files().empty());
}

TEST(AtomicWrite, ReportsAFailingDiskAndKeepsTheOldContent) {
  const testing::TemporaryFolder folder;
  write_atomically(folder / "file", "old");
  const std::string expected = (folder / "file").string() + ": cannot be written (Input/output error)";
  {
    const WatchedSyncs syncs({EIO});
    EXPECT_EQ(failure(folder / "file", "new"), expected);
  }
  EXPECT_EQ(content(folder / "file"), "old");
  const WatchedSyncs syncs({0, EIO});
  EXPECT_EQ(failure(folder / "file", "new"), expected);
}

TEST(AtomicWrite, DoesWithoutSyncsThatTheFileSystemDoesNotSupport) {
  const testing::TemporaryFolder folder;
  const WatchedSyncs syncs({EINVAL, EINTR, EINVAL});
  write_atomically(folder / "file", "new");
  EXPECT_EQ(content(folder / "file"), "new");
  EXPECT_EQ(syncs.files().size(), 3) << "an interrupted sync is repeated";
}

TEST(AtomicWrite, RemovesPartsOfEndedProcesses) {
  const testing::TemporaryFolder folder;
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  std::filesystem::create_directories(folder / "a/b/c");
  const std::string abandoned = fmt::format("file.png.{}.part", gone);
  const std::string written = fmt::format("file.png.{}.part", ::getpid());
  for (const std::string& name : {abandoned, "a/" + abandoned, "a/b/" + abandoned, "a/b/c/" + abandoned,
                                  written, std::string("run.sqlite.part"), std::string("file.1x.part"),
                                  std::string(".part"), std::string("file..part"), std::string("file.part")})
    write_atomically(folder / name, "half");
  std::filesystem::create_directory(folder / ("folder" + abandoned));
  remove_abandoned_parts(folder.path());
  EXPECT_EQ(files_in(folder.path()), 8);
  EXPECT_EQ(files_in(folder / "a"), 1);
  EXPECT_EQ(files_in(folder / "a/b"), 1);
  EXPECT_EQ(files_in(folder / "a/b/c"), 1);
  EXPECT_TRUE(std::filesystem::exists(folder / written));
  remove_abandoned_parts(folder / "absent");
}

}  // namespace
}  // namespace bora
