// Access to the files of a folder or a .zip archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "data/files/file.h"

namespace bora::data {

/// Files that a folder or a .zip archive holds.
class Bundle {
 public:
  virtual ~Bundle() = default;

  /// Returns the sorted names of the files, without hidden ones: those directly in the folder, or all files
  /// of the archive with their paths in it.
  const std::vector<std::string>& names() const { return names_; }
  /// Returns the whole content of one of the files. Throws InputError if it cannot be read or is damaged, or
  /// if all reads from an archive together exceed `most_bytes` of open_bundle().
  virtual std::string read(const std::string& name) = 0;
  /// Returns the path of the bundle and the name of a file for messages, in one line.
  std::string where(const std::string& name) const;

 protected:
  explicit Bundle(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::vector<std::string> names_;
};

/// Opens the files of a folder or a .zip archive. most_bytes: limit of the unpacked bytes of an archive.
/// Throws InputError if `path` is neither, or if the archive is damaged.
std::unique_ptr<Bundle> open_bundle(const std::filesystem::path& path,
                                    std::uint64_t most_bytes = kMostUnpackedBytes);

}  // namespace bora::data
