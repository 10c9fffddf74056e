#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/layers.h"

namespace bora::testing {

/// A folder that is gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() : TemporaryFolder(std::filesystem::temp_directory_path()) {}
  /// One that lies in memory, if this machine has such a place: for many small databases, each of which would
  /// wait for the disk several times.
  static TemporaryFolder in_memory() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? TemporaryFolder(memory) : TemporaryFolder();
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  explicit TemporaryFolder(const std::filesystem::path& parent) {
    std::string name = (parent / "bora-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  std::filesystem::path path_;
};

}  // namespace bora::testing
