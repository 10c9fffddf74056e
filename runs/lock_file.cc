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

}  // namespace bora::runs
