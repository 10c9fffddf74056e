#include "common/files/atomic_write.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>

#include "common/error.h"
#include "common/number.h"

namespace bora {
namespace fs = std::filesystem;
namespace {

// Returns `path` with its symbolic links resolved, or `path` itself if no such file exists.
fs::path target_of(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  return error ? path : target;
}

// Returns whether the path exists and is neither a file nor a folder, such as /dev/null or a pipe.
bool is_device(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

// Returns the process id in the name of a temporary file, NAME.PROCESS.part; nullopt for another name.
std::optional<pid_t> process_of_part(const fs::path& file) {
  if (file.extension() != ".part") return std::nullopt;
  const std::string process = file.stem().extension().string();
  return process.empty() ? std::nullopt : to_number<pid_t>(std::string_view(process).substr(1), 1);
}

// Waits until the disk has the open file or folder. Returns the system's error number, or 0; also 0 if the
// file system does not support it.
int sync_error(int file) {
  while (fsync(file) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP ? 0 : errno;
  }
  return 0;
}

}  // namespace

void sync_folder(const fs::path& folder) {
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  const int error = sync_error(descriptor);
  close(descriptor);
  if (error != 0) throw std::system_error(error, std::generic_category());
}

void write_atomically(const std::filesystem::path& path, std::string_view content, Durability durability) {
  // Writes to a device or a pipe directly. Replaces the target of a symbolic link, not the link.
  const fs::path target = target_of(path);
  const bool in_place = is_device(target);
  const bool synced = durability == Durability::synced && !in_place;
  // Two processes that write the same file must not share the temporary one.
  const std::string part = in_place ? target.string() : fmt::format("{}.{}.part", target.string(), getpid());
  const auto fail = [&](int error) {
    if (!in_place) unlink(part.c_str());
    throw InputError("{}: cannot be written ({})", path.string(), std::generic_category().message(error));
  };
  const int flags = O_WRONLY | O_CLOEXEC | (in_place ? 0 : O_CREAT | O_TRUNC);
  const int file = open(part.c_str(), flags, 0666);
  if (file < 0) fail(errno);
  const auto close_and_fail = [&](int error) {
    close(file);
    fail(error);
  };
  while (!content.empty()) {
    const ssize_t written = write(file, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) close_and_fail(errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  // Before the rename: otherwise the disk may have the new name before the content.
  if (synced)
    if (const int error = sync_error(file); error != 0) close_and_fail(error);
  // Network file systems report a full disk only here.
  if (close(file) != 0) fail(errno);
  if (!in_place && std::rename(part.c_str(), target.c_str()) != 0) fail(errno);
  if (!synced) return;
  try {
    sync_folder(target.parent_path());
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
}

void write_atomically(const std::filesystem::path& path, std::span<const std::uint8_t> content,
                      Durability durability) {
  write_atomically(path, std::string_view(reinterpret_cast<const char*>(content.data()), content.size()),
                   durability);
}

void remove_abandoned_parts(const fs::path& folder) {
  constexpr int kLevels = 2;
  std::error_code error;
  auto entry = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry.depth() == kLevels) entry.disable_recursion_pending();
    const auto process = process_of_part(entry->path());
    const bool abandoned = process && ::kill(*process, 0) != 0 && errno == ESRCH;
    std::error_code none;
    if (abandoned && entry->is_regular_file(none)) fs::remove(entry->path(), none);
  }
}

}  // namespace bora
