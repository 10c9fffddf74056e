// Files that belong together: those of a folder or of a .zip archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bora {

class Bundle {
 public:
  virtual ~Bundle() = default;

  /// The files, hidden ones left out: of a folder its own, of an archive all, with '/' between folders.
  const std::vector<std::string>& names() const { return names_; }
  /// The whole content of one of them. Throws InputError if it cannot be read or is damaged, or if more than
  /// most_bytes would have been read from the bundle in all.
  virtual std::string read(const std::string& name) = 0;
  /// What to call one of the files in a message: one line, whatever the name.
  std::string where(const std::string& name) const;

 protected:
  explicit Bundle(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  std::vector<std::string> names_;
};

/// An archive that unpacks to more is refused: the largest sets that go around are a tenth of this.
inline constexpr std::uint64_t kMostUnpackedBytes = std::uint64_t{4} << 30;

/// Opens a folder or a .zip archive. Throws InputError if it is neither, or is damaged.
std::unique_ptr<Bundle> open_bundle(const std::filesystem::path& path,
                                    std::uint64_t most_bytes = kMostUnpackedBytes);

}  // namespace bora
