#include "runs/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace bora::runs {

LockFile::LockFile(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) throw InputError("{}: cannot be written ({})", path.string(), std::strerror(errno));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    ::close(descriptor_);
    if (why != EWOULDBLOCK) throw InputError("{}: cannot be locked: {}", path.string(), std::strerror(why));
    throw RunInUse("{}: another process is writing to this run", path.parent_path().string());
  }
}

LockFile::~LockFile() {
  ::close(descriptor_);
}

void sync_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace bora::runs
