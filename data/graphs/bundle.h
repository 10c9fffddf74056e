// Files that belong together: those of a folder or of a .zip archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "data/files/file.h"

namespace bora::data {

class Bundle {
 public:
  virtual ~Bundle() = default;

  /// Returns the files without hidden ones: for a folder those directly in it, for an archive all, with '/'
  /// between folders.
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the whole content of one of the files. Throws InputError if it cannot be read or is damaged, or
  /// if more than most_bytes would have been read from the bundle in all.
  virtual std::string read(const std::string& name) = 0;
  /// Returns the name of a file for messages: one line, whatever the name.
  std::string where(const std::string& name) const;

 protected:
  explicit Bundle(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::vector<std::string> names_;
};

/// Opens a bundle, which is a folder or a .zip archive. Throws InputError if it is neither, or is damaged.
std::unique_ptr<Bundle> open_bundle(const std::filesystem::path& path,
                                    std::uint64_t most_bytes = kMostUnpackedBytes);

}  // namespace bora::data
