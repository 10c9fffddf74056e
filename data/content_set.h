// Which images a data set holds, whatever its files are called and wherever they lie.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"

namespace bora {

/// The set of a data set's images, each known by the first 63 bits of the SHA-256 of its pixels (8 bits each,
/// CHW). Labels, names and order do not count. Of sets of a million images, two different ones are taken for
/// the same with a probability of about 1e-7.
class ContentSet {
 public:
  ContentSet() = default;
  explicit ContentSet(const ImageDataset& images);

  /// Different images.
  int size() const { return static_cast<int>(hashes_.size()); }
  bool contains(std::span<const std::uint8_t> image) const;
  /// How many images both sets hold.
  int shared_with(const ContentSet& other) const;
  /// All that one of them holds.
  void merge(const ContentSet& other);

  /// 8 bytes an image, the same on every machine.
  std::string to_bytes() const;
  /// Reads them back. Throws InputError naming `where` for anything that to_bytes does not make.
  static ContentSet from_bytes(const std::string& bytes, const std::string& where);

  bool operator==(const ContentSet&) const = default;

 private:
  std::vector<std::int64_t> hashes_;  // ascending, each once
};

}  // namespace bora
