// Locking of a run's file by one process.
#pragma once

#include <filesystem>

#include "common/error.h"

namespace bora::runs {

/// Thrown if another process holds the lock.
class RunInUse : public InputError {
 public:
  using InputError::InputError;
};

/// Lock that a process holds while it writes to a run. The kernel releases it when the process ends, even if
/// it is killed.
class LockFile {
 public:
  /// Creates the file if needed and locks it. Throws InputError if the file cannot be written, RunInUse if
  /// another process holds the lock.
  explicit LockFile(const std::filesystem::path& path);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  int descriptor_;
};

}  // namespace bora::runs
